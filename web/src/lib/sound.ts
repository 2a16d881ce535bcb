/** Sounds made on the spot: nothing to load, nothing to license. Quiet, like things on a table. */
import { settings } from './settings.svelte'

let context: AudioContext | null = null

function audio(): AudioContext | null {
  if (!settings.sound || typeof AudioContext === 'undefined') return null
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume()
  return context.state === 'running' ? context : null
}

/** Browsers let a page sound only after a touch, so the first one wakes it. */
export function wakeSound(): void {
  audio()
}

function tone(frequency: number, at: number, length: number, volume: number, type: OscillatorType = 'sine'): void {
  const ctx = audio()
  if (!ctx) return
  const start = ctx.currentTime + at
  const oscillator = ctx.createOscillator()
  const gain = ctx.createGain()
  oscillator.type = type
  oscillator.frequency.value = frequency
  gain.gain.setValueAtTime(0, start)
  gain.gain.linearRampToValueAtTime(volume, start + 0.008)
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length)
  oscillator.connect(gain).connect(ctx.destination)
  oscillator.start(start)
  oscillator.stop(start + length)
}

function brush(at: number, length: number, frequency: number, volume: number): void {
  const ctx = audio()
  if (!ctx) return
  const buffer = ctx.createBuffer(1, Math.ceil(ctx.sampleRate * length), ctx.sampleRate)
  const data = buffer.getChannelData(0)
  for (let index = 0; index < data.length; index++) data[index] = (Math.random() * 2 - 1) * (1 - index / data.length) ** 2
  const source = ctx.createBufferSource()
  const filter = ctx.createBiquadFilter()
  const gain = ctx.createGain()
  source.buffer = buffer
  filter.type = 'bandpass'
  filter.frequency.value = frequency
  gain.gain.value = volume
  source.connect(filter).connect(gain).connect(ctx.destination)
  source.start(ctx.currentTime + at)
}

export const sounds = {
  card: () => brush(0, 0.09, 2600, 0.25),
  chips: () => [0, 0.045, 0.08].forEach((at, index) => tone(2900 + index * 500, at, 0.06, 0.05, 'triangle')),
  turn: () => [660, 880].forEach((frequency, index) => tone(frequency, index * 0.14, 0.5, 0.12)),
  ask: () => [740, 740].forEach((frequency, index) => tone(frequency, index * 0.16, 0.3, 0.1)),
  win: () => [523, 659, 784, 1047].forEach((frequency, index) => tone(frequency, index * 0.11, 0.6, 0.09)),
  nudge: () => [440, 440, 660].forEach((frequency, index) => tone(frequency, index * 0.1, 0.2, 0.1)),
}

export function vibrate(pattern: number | number[]): void {
  // Before the first touch a browser only complains about it.
  if (settings.vibration && 'vibrate' in navigator && navigator.userActivation?.hasBeenActive) navigator.vibrate(pattern)
}
