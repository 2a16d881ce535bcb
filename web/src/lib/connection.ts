import { VERSION, type Bye, type Command, type Language, type Refusal, type ServerMessage, type Update } from './protocol'
import { randomId } from './random'

/** connecting: nothing seen yet; live; resuming: just woken, asking; reconnecting: lost; ended: the server said bye. */
export type Status = 'connecting' | 'live' | 'resuming' | 'reconnecting' | 'ended'

export interface Handlers {
  update(update: Update): void
  status(status: Status): void
  bye(bye: Bye): void
}

/** Why a command did nothing: the server's refusal, or that this connection ended before an answer. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

interface Pending {
  text: string
  done(): void
  failed(reason: Refused): void
}

export interface Surroundings {
  open(): WebSocket
  now(): number
  /** Where waking shows: window and document events; tests pass none. */
  events?: { window: Window; document: Document }
}

/** How long a socket may stay silent when something is due from it. */
export const SILENCE_MS = 5000
const TICK_MS = 1000
const PING_MS = 8000
/** Timers that come this late mean that the machine or the page slept. */
const JUMP_MS = 4000
const BACKOFF_MS = [0, 400, 800, 1600, 3000, 5000]

/**
 * One table's socket, which heals by itself.
 *
 * A phone freezes pages and keeps sockets that look open but are dead. So a page that wakes never trusts the old socket:
 * it opens a fresh one at once and drops the old one when the fresh one has spoken. Commands keep their id over all
 * sockets, so one that is sent again is done once.
 */
export class Connection {
  private socket: WebSocket | null = null
  private fresh: WebSocket | null = null
  private heard = 0
  private due: number | null = null
  private failures = 0
  private retryAt: number | null = null
  private openedAt = 0
  private freshAt = 0
  private lastTick: number
  private pings = 0
  private pending = new Map<string, Pending>()
  private timer: ReturnType<typeof setInterval> | null = null
  private state: Status = 'connecting'
  private closed = false
  private undo: (() => void)[] = []

  constructor(
    private readonly room: string,
    private readonly language: () => Language,
    private readonly handlers: Handlers,
    private readonly around: Surroundings,
  ) {
    this.lastTick = around.now()
    this.timer = setInterval(() => this.tick(), TICK_MS)
    this.listen()
    this.connect()
  }

  /** Send a command; settles with the server's answer, however many sockets that takes. */
  send(command: Command): Promise<void> {
    const id = randomId()
    const text = JSON.stringify({ ...command, id })
    return new Promise((done, failed) => {
      if (this.closed) return failed(new Refused('closed', ''))
      this.pending.set(id, { text, done, failed })
      if (this.socket) this.transmit(this.socket, text)
    })
  }

  /** Send what gets no answer and need not arrive, such as this page's part of a shuffle. */
  post(message: object): void {
    if (this.socket) this.transmit(this.socket, JSON.stringify(message), false)
  }

  /** Open a fresh socket now: the page woke, or the network came back. */
  wake(): void {
    const now = this.around.now()
    // A wake shows in several events at once; one fresh socket is enough.
    if (this.closed || (this.fresh && now - this.freshAt < 1000) || now - this.openedAt < 1000) return
    this.failures = 0
    if (this.state === 'live') this.setState('resuming')
    this.connect()
  }

  close(): void {
    this.closed = true
    if (this.timer) clearInterval(this.timer)
    this.undo.forEach((undo) => undo())
    for (const socket of [this.socket, this.fresh]) if (socket) this.drop(socket)
    this.socket = this.fresh = null
    for (const pending of this.pending.values()) pending.failed(new Refused('closed', ''))
    this.pending.clear()
  }

  private listen(): void {
    const events = this.around.events
    if (!events) return
    const wake = () => this.wake()
    const seen = () => events.document.visibilityState === 'visible' && this.wake()
    const shown = (event: PageTransitionEvent) => event.persisted && this.wake()
    events.document.addEventListener('visibilitychange', seen)
    events.window.addEventListener('pageshow', shown)
    events.window.addEventListener('online', wake)
    this.undo.push(
      () => events.document.removeEventListener('visibilitychange', seen),
      () => events.window.removeEventListener('pageshow', shown),
      () => events.window.removeEventListener('online', wake),
    )
  }

  private connect(): void {
    this.retryAt = null
    if (this.fresh) this.drop(this.fresh)
    this.freshAt = this.around.now()
    let socket: WebSocket
    try {
      socket = this.around.open()
    } catch {
      this.fresh = null
      return this.again()
    }
    this.fresh = socket
    socket.onopen = () => this.transmit(socket, JSON.stringify({ t: 'hello', room: this.room, version: VERSION, language: this.language(), shuffles: true }))
    socket.onmessage = (event) => this.receive(socket, String(event.data))
    socket.onclose = () => this.lost(socket)
    socket.onerror = () => this.lost(socket)
  }

  private receive(socket: WebSocket, data: string): void {
    if (socket !== this.socket && socket !== this.fresh) return
    let message: ServerMessage
    try {
      message = JSON.parse(data) as ServerMessage
    } catch {
      return
    }
    this.heard = this.around.now()
    this.due = null
    if (socket === this.fresh && message.t === 'update') this.adopt(socket)
    switch (message.t) {
      case 'update':
        if (socket === this.socket) this.setState('live')
        this.handlers.update(message)
        break
      case 'ack':
        this.settle(message.id)?.done()
        break
      case 'refusal':
        this.refused(message)
        break
      case 'bye':
        this.bye(socket, message)
        break
      case 'pong':
        this.setState('live')
    }
  }

  private adopt(socket: WebSocket): void {
    const old = this.socket
    this.socket = socket
    this.fresh = null
    this.failures = 0
    this.openedAt = this.around.now()
    if (old) this.drop(old)
    for (const pending of this.pending.values()) this.transmit(socket, pending.text)
  }

  private settle(id: string): Pending | undefined {
    const pending = this.pending.get(id)
    this.pending.delete(id)
    return pending
  }

  private refused(message: Refusal): void {
    if (message.id) this.settle(message.id)?.failed(new Refused(message.code, message.message))
  }

  private bye(socket: WebSocket, message: Bye): void {
    if (message.again) {
      this.handlers.bye(message)
      this.drop(socket)
      return this.lost(socket)
    }
    this.close()
    this.setState('ended')
    this.handlers.bye(message)
  }

  private lost(socket: WebSocket): void {
    if (this.closed) return
    this.drop(socket)
    if (socket === this.socket) {
      this.socket = null
      this.due = null
      if (!this.fresh) this.again()
      else this.setState('reconnecting')
    } else if (socket === this.fresh) {
      this.fresh = null
      this.again()
    }
  }

  private again(): void {
    if (this.closed) return
    if (this.state !== 'connecting' || this.failures > 0) this.setState('reconnecting')
    const wait = BACKOFF_MS[Math.min(this.failures, BACKOFF_MS.length - 1)] ?? 0
    this.failures += 1
    this.retryAt = this.around.now() + wait * (0.75 + Math.random() / 2)
    if (wait === 0) this.connect()
  }

  private tick(): void {
    const now = this.around.now()
    const jumped = now - this.lastTick > JUMP_MS
    this.lastTick = now
    if (this.closed) return
    if (jumped) return this.wake()
    if (this.fresh && now - this.freshAt >= SILENCE_MS) this.lost(this.fresh)
    else if (this.socket && this.due !== null && now >= this.due) this.lost(this.socket)
    else if (this.retryAt !== null && now >= this.retryAt) this.connect()
    else if (this.socket && this.due === null && now - this.heard >= PING_MS) {
      this.transmit(this.socket, JSON.stringify({ t: 'ping', n: ++this.pings }))
    }
  }

  private transmit(socket: WebSocket, text: string, answered = true): void {
    if (socket.readyState !== 1) return
    socket.send(text)
    if (answered) this.due ??= this.around.now() + SILENCE_MS
  }

  private drop(socket: WebSocket): void {
    socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null
    try {
      socket.close()
    } catch {
      // Some browsers throw while the socket still connects.
    }
  }

  private setState(state: Status): void {
    if (state === this.state) return
    this.state = state
    this.handlers.status(state)
  }
}

/** The socket of this page's own server. */
export function pageSocket(): WebSocket {
  return new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`)
}
