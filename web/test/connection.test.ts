import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { firstUpdate, scene } from '../mock/scenes'
import { Connection, Refused, SILENCE_MS, type Status } from '../src/lib/connection'
import type { Bye, Update } from '../src/lib/protocol'

class Socket {
  static all: Socket[] = []
  readyState = 0
  sent: { t: string; id?: string; n?: number }[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: (() => void) | null = null
  onerror: (() => void) | null = null
  closed = false
  constructor() {
    Socket.all.push(this)
  }
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close() {
    this.closed = true
    this.readyState = 3
  }
  open() {
    this.readyState = 1
    this.onopen?.()
  }
  say(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  live() {
    this.open()
    this.say(firstUpdate(scene('blind')!))
  }
  break() {
    this.readyState = 3
    this.onclose?.()
  }
}
const last = () => Socket.all.at(-1)!
const turn = { deal: 1, turn: 1 }

describe('the connection', () => {
  let now = 0
  let statuses: Status[]
  let updates: Update[]
  let byes: Bye[]
  let connection: Connection
  const pass = (ms: number) => {
    for (let done = 0; done < ms; done += 500) {
      now += 500
      vi.advanceTimersByTime(500)
    }
  }
  beforeEach(() => {
    vi.useFakeTimers()
    Socket.all = []
    now = 1000
    statuses = []
    updates = []
    byes = []
    connection = new Connection(
      'room',
      () => 'hi',
      { update: (update) => updates.push(update), status: (status) => statuses.push(status), bye: (bye) => byes.push(bye) },
      { open: () => new Socket() as unknown as WebSocket, now: () => now, events: { window, document } },
    )
  })
  afterEach(() => {
    connection.close()
    vi.useRealTimers()
  })

  test('says hello with room and language, and is live with the first update', () => {
    last().live()
    expect(last().sent[0]).toMatchObject({ t: 'hello', room: 'room', language: 'hi', version: 1 })
    expect(statuses).toEqual(['live'])
    expect(updates).toHaveLength(1)
  })

  test('a command is done when acked, and refused with a sentence', async () => {
    last().live()
    const done = connection.send({ t: 'see', ...turn })
    last().say({ t: 'ack', id: last().sent.at(-1)!.id, seq: 2 })
    await expect(done).resolves.toBeUndefined()
    const refused = connection.send({ t: 'pack', ...turn })
    last().say({ t: 'refusal', id: last().sent.at(-1)!.id, code: 'not_your_turn', message: 'Wait.' })
    await expect(refused).rejects.toEqual(new Refused('not_your_turn', 'Wait.'))
  })

  test('a command without an answer goes out again with the same id on the next socket', async () => {
    last().live()
    const done = connection.send({ t: 'pack', ...turn })
    const { id } = last().sent.at(-1)!
    last().break()
    expect(statuses.at(-1)).toBe('reconnecting')
    last().live()
    expect(last().sent.filter((message) => message.id === id)).toHaveLength(1)
    last().say({ t: 'ack', id, seq: 3 })
    await expect(done).resolves.toBeUndefined()
  })

  test('waking opens a fresh socket at once; the old one goes when the fresh one has spoken', () => {
    last().live()
    const old = last()
    pass(4000)
    window.dispatchEvent(new Event('online'))
    expect(Socket.all).toHaveLength(2)
    expect(statuses.at(-1)).toBe('resuming')
    expect(old.closed).toBe(false)
    window.dispatchEvent(new Event('online'))
    expect(Socket.all).toHaveLength(2)
    last().live()
    expect(old.closed).toBe(true)
    expect(statuses.at(-1)).toBe('live')
  })

  test('a jump in time is a waking', () => {
    last().live()
    now += 300_000
    vi.advanceTimersByTime(1000)
    expect(Socket.all).toHaveLength(2)
  })

  test('an open but silent socket is dead after five seconds', () => {
    last().live()
    pass(9000)
    expect(last().sent.at(-1)!.t).toBe('ping')
    pass(SILENCE_MS + 1000)
    expect(Socket.all.length).toBeGreaterThan(1)
    expect(statuses.at(-1)).toBe('reconnecting')
    last().live()
    expect(statuses.at(-1)).toBe('live')
  })

  test('a socket that answers pings lives', () => {
    last().live()
    for (let round = 0; round < 6; round++) {
      pass(9000)
      last().say({ t: 'pong', n: last().sent.at(-1)!.n })
    }
    expect(Socket.all).toHaveLength(1)
  })

  test('a fresh socket that never speaks is given up, and tries go on ever slower', () => {
    last().live()
    last().break()
    pass(60_000)
    expect(Socket.all.length).toBeGreaterThan(4)
    expect(Socket.all.length).toBeLessThan(20)
  })

  test('a goodbye for good ends it, one that says again does not', () => {
    last().live()
    last().say({ t: 'bye', reason: 'restarting', again: true })
    expect(byes[0]?.reason).toBe('restarting')
    pass(2000)
    last().live()
    last().say({ t: 'bye', reason: 'kicked', again: false })
    const count = Socket.all.length
    pass(20_000)
    expect(Socket.all).toHaveLength(count)
    expect(statuses.at(-1)).toBe('ended')
  })
})
