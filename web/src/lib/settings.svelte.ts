/** What a person chose for this browser. */
export interface Settings {
  sound: boolean
  vibration: boolean
  fourColours: boolean
  bigCards: boolean
  motion: 'system' | 'on' | 'off'
  theme: 'system' | 'dark' | 'light'
  confirmPack: boolean
  shortcuts: boolean
  simple: boolean
  muted: boolean
}

const FIRST: Settings = {
  sound: true,
  vibration: true,
  fourColours: false,
  bigCards: false,
  motion: 'system',
  theme: 'system',
  confirmPack: false,
  shortcuts: true,
  simple: false,
  muted: false,
}
const KEY = 'teenpatti.settings'

function load(): Settings {
  try {
    return { ...FIRST, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>) }
  } catch {
    return { ...FIRST }
  }
}

export const settings: Settings = $state(load())

export function keepSettings(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings))
  } catch {
    // A private window may refuse; the choice then lasts as long as the page.
  }
}

export function applySettings(): void {
  const root = document.documentElement
  root.dataset.theme = settings.theme
  root.dataset.motion = calm() ? 'off' : 'on'
  root.dataset.four = String(settings.fourColours)
  root.dataset.big = String(settings.bigCards)
}

/** Whether to do without movement. */
export function calm(): boolean {
  if (settings.motion !== 'system') return settings.motion === 'off'
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches
}
