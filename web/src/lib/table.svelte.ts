import { slots as slotsOf, type Place, type Slot } from './bar'
import { whyBetter, parseHand, arrange, compare, type CardFace } from './cards'
import { Connection, Refused, pageSocket, type Status, type Surroundings } from './connection'
import { language, n, t, type Key } from './i18n.svelte'
import { memberAt, withLocalNames } from './names'
import { left } from './prices'
import type { Bye, Command, DealState, GameEvent, Reaction, RoomState, Update, You } from './protocol'
import { calm, settings } from './settings.svelte'
import { sounds, vibrate } from './sound'
import { FairStore } from './fairness.svelte'
import { className, handWords, reasonWords } from './speech'

/** Taps in the first moments of a turn were meant for something else. */
export const GUARD_MS = 400
const REVEAL_MS = 480
const FLASH_MS = 1100

export interface ChatLine {
  key: number
  guest: string | null
  name: string
  text: string
}

export interface Revealed {
  seat: number
  cards: CardFace[]
  hand: string | null
  won: boolean
}

/** Hands that are being shown, in the order in which they open. */
export interface Reveal {
  hands: Revealed[]
  /** Cards open so far, counted over all hands. */
  open: number
}

export interface SideShown {
  other: number
  cards: CardFace[]
  mine: CardFace[]
  packed: number | null
}

export type Motion =
  | { kind: 'deal'; dealer: number | null; seats: number[] }
  | { kind: 'pay'; seat: number }
  | { kind: 'win'; seats: number[] }

export interface Toast {
  key: number
  text: string
}

const seatOf = (event: GameEvent, field = 'player'): number => {
  const found = event[field] ?? (field === 'player' ? event.seat : undefined)
  return typeof found === 'number' ? found : -1
}
const amountOf = (event: GameEvent): number => (typeof event.amount === 'number' ? event.amount : 0)
const seatsOf = (event: GameEvent, field = 'players'): number[] => (Array.isArray(event[field]) ? (event[field] as number[]) : [])
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** One table as this page knows it: the newest whole state from the server, and what must be told of the way there. */
export class TableStore {
  room = $state.raw<RoomState | null>(null)
  you = $state.raw<You | null>(null)
  status = $state<Status>('connecting')
  bye = $state.raw<Bye | null>(null)
  chat = $state<ChatLine[]>([])
  unread = $state(0)
  /** What each seat did last in this deal. */
  acts = $state<Record<number, string>>({})
  bubbles = $state<Record<number, string>>({})
  said = $state('')
  toast = $state.raw<Toast | null>(null)
  reveal = $state.raw<Reveal | null>(null)
  sideShown = $state.raw<SideShown | null>(null)
  hidden = $state(false)
  pending = $state<Place | null>(null)
  /** The turn has only just begun: presses do not count yet. */
  guarded = $state(false)
  /** New chips are asked for once the deal is over. */
  wantsChips = $state(false)
  /** performance.now() at the newest update: durations in the state count from there. */
  at = $state(0)
  /** The result has been tapped away; the table beneath can be looked at. */
  resultClosed = $state(false)
  onMotion: (motion: Motion) => void = () => {}

  /** Shuffles: this page's part in them, and what it found out. */
  readonly fair: FairStore
  private connection: Connection
  private keys = 0
  private payer: number | null = null
  private turnKey = ''
  private timers = new Set<ReturnType<typeof setTimeout>>()
  private title = document.title
  private flashing: ReturnType<typeof setInterval> | null = null
  private saidTwice = false

  constructor(id: string, around: Surroundings = { open: pageSocket, now: () => Date.now(), events: { window, document } }) {
    this.fair = new FairStore(id, (message) => this.connection.post(message))
    this.connection = new Connection(
      id,
      () => language.now,
      { update: (update) => this.apply(update), status: (status) => (this.status = status), bye: (bye) => (this.bye = bye) },
      around,
    )
  }

  readonly me = $derived(this.room?.deal?.players.find((player) => player.seat === this.you?.seat) ?? null)
  readonly mine = $derived(arrange(parseHand(this.you?.hand)))
  readonly myTurn = $derived(!!this.room?.deal && !this.room.deal.over && this.you?.seat !== null && this.room.deal.turn === this.you?.seat)
  readonly asked = $derived(!!this.you?.legal?.accept)
  readonly slots: Record<Place, Slot> | null = $derived(this.room && this.you ? slotsOf(this.room, this.you, this.hidden) : null)

  /** The person's own name, yours too. */
  fullName(seat: number): string {
    return (this.room && memberAt(this.room, seat)?.name) || t('seat_n', { n: seat + 1 })
  }

  name(seat: number): string {
    if (seat === this.you?.seat) return t('you')
    return this.fullName(seat)
  }

  /** Send a command; what went wrong is told as a sentence. True when it was done. */
  async send(command: Command): Promise<boolean> {
    try {
      await this.connection.send(command)
      return true
    } catch (reason) {
      if (reason instanceof Refused && reason.code !== 'closed') this.tell(reason.message || t('not_possible'))
      return false
    }
  }

  /** A press on a place of the action bar. */
  async press(slot: Slot, command: Command | null = slot.command): Promise<void> {
    if (slot.label === 'hide' || slot.label === 'peek') {
      this.hidden = slot.label === 'hide'
      return
    }
    if (!command || this.pending || this.guarded) return
    this.pending = slot.place
    const done = await this.send(command)
    this.pending = null
    if (done && (slot.label === 'see' || slot.label === 'look_after')) this.hidden = false
    if (done && slot.label === 'next') this.resultClosed = true
  }

  /** New chips, now or as soon as the deal is over. */
  async rebuy(): Promise<void> {
    if (this.room?.deal && !this.room.deal.over) {
      this.wantsChips = true
      this.tell(t('seat.rebuy_later'))
    } else await this.send({ t: 'rebuy' })
  }

  tell(text: string): void {
    const key = ++this.keys
    this.toast = { key, text }
    this.later(Math.max(3500, text.length * 70), () => this.toast?.key === key && (this.toast = null))
    this.say(text)
  }

  say(text: string): void {
    // A screen reader stays silent when the same words come again, unless something differs.
    this.saidTwice = !this.saidTwice
    this.said = text + (this.saidTwice ? '\u200b' : '')
  }

  read(): void {
    this.unread = 0
  }

  skip(): void {
    if (this.reveal) this.reveal = { ...this.reveal, open: Infinity }
  }

  close(): void {
    this.connection.close()
    this.fair.close()
    this.timers.forEach(clearTimeout)
    this.flash(false)
  }

  apply(update: Update): void {
    const before = this.room
    this.room = withLocalNames(update.room)
    this.you = update.you
    this.at = performance.now()
    this.bye = null
    // Without names put in, since nothing may differ from what was published. The first update of a socket has no events.
    this.fair.heard(update, update.events.length === 0)
    const deal = update.room.deal
    if (deal?.number !== before?.deal?.number) this.newDeal()
    if (update.chat.length) this.chat = update.chat.map((line) => ({ ...line, key: ++this.keys }))
    const lines: string[] = []
    for (const event of update.events) {
      const line = this.happened(event, update)
      if (line) lines.push(line)
    }
    if (!before && deal?.over) this.showResult(deal, true)
    if (deal?.over && before?.deal && !before.deal.over) {
      this.showResult(deal, calm() || document.hidden)
      const result = this.resultWords()
      if (result) lines.push(result)
    }
    if (this.wantsChips && deal?.over) {
      this.wantsChips = false
      void this.send({ t: 'rebuy' })
    }
    this.noticeTurn(lines)
    if (lines.length) this.say(lines.join('. '))
  }

  /** Who won how much. */
  resultHead(): string {
    const deal = this.room?.deal
    if (!deal?.over) return ''
    if (deal.ended_by === 'called_off') return t('result.called_off')
    const amount = this.won(deal, deal.winners)
    if (deal.winners.length === 1 && deal.winners[0] === this.you?.seat) return t('result.you_win', { amount })
    if (deal.winners.length > 1) return t('result.shared', { names: deal.winners.map((seat) => this.fullName(seat)).join(', '), amount })
    return t('result.wins', { name: deal.winners.map((seat) => this.name(seat)).join(', '), amount })
  }

  /** Why: all others packed, or why the hand is better. */
  resultWhy(): string {
    const deal = this.room?.deal
    if (!deal?.over || deal.ended_by === 'called_off') return ''
    return deal.ended_by === 'pack' ? t('result.by_pack') : this.why()
  }

  resultWords(): string {
    return [this.resultHead(), this.resultWhy()].filter(Boolean).join('. ')
  }

  private won(deal: DealState, seats: number[]): number {
    const won = deal.players.filter((player) => seats.includes(player.seat)).reduce((sum, player) => sum + player.won, 0)
    return won || deal.pot
  }

  /** Why the winner's hand is better than the next best shown. */
  why(): string {
    const deal = this.room?.deal
    if (!deal || !this.room) return ''
    const shown = deal.players.filter((player) => player.shown)
    const winner = shown.find((player) => deal.winners.includes(player.seat))
    const losers = shown.filter((player) => !deal.winners.includes(player.seat) && !player.packed)
    if (!winner || !losers.length) return winner ? className(winner.hand_class) : ''
    const { rules } = this.room
    // Against the best of the beaten hands the reason says most.
    const next = losers.map((player) => parseHand(player.shown)).sort((one, other) => compare(other, one, rules))[0]
    const reason = next ? whyBetter(parseHand(winner.shown), next, rules) : null
    if (reason?.kind === 'equal') return t(this.room.rules.show_tie === 'split' ? 'why.equal_split' : 'why.equal_payer')
    return reasonWords(reason, this.room.rules.lowball === true)
  }

  private newDeal(): void {
    this.acts = {}
    this.payer = null
    this.hidden = false
    this.reveal = null
    this.sideShown = null
    this.resultClosed = false
  }

  private later(ms: number, then: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer)
      then()
    }, ms)
    this.timers.add(timer)
  }

  /** Notes what a seat did: `text` for the live region, `short` beside the seat where there is little room. */
  private act(seat: number, text: string, short = text): string {
    this.acts = { ...this.acts, [seat]: short }
    return `${this.name(seat)}: ${text}`
  }

  /** What an event changes on the screen beside the state; returns it in words for the live region. */
  private happened(event: GameEvent, update: Update): string | null {
    const seat = seatOf(event)
    switch (event.kind) {
      case 'deal_started':
        sounds.card()
        this.onMotion({ kind: 'deal', dealer: update.room.dealer, seats: update.room.deal?.players.map((player) => player.seat) ?? [] })
        return t('say.dealt', { n: update.room.deal?.number ?? 0, pot: update.room.deal?.pot ?? 0 })
      case 'saw': {
        sounds.card()
        if (seat === update.you.seat && update.you.hand) {
          this.act(seat, t('act.saw'))
          return `${t('say.your_cards', { cards: handWords(this.mine) })} ${className(update.you.hand_class)}`
        }
        return this.act(seat, t('act.saw'))
      }
      case 'bet_made':
        sounds.chips()
        this.onMotion({ kind: 'pay', seat })
        return this.act(seat, t(event.blind ? 'act.blind' : 'act.chaal', { amount: amountOf(event) }))
      case 'packed':
        sounds.card()
        return this.act(seat, t(event.cause === 'leave' ? 'act.leave' : event.cause === 'side' ? 'act.side_lost' : 'act.pack'))
      case 'covered':
        sounds.chips()
        this.onMotion({ kind: 'pay', seat })
        return this.act(seat, t('act.cover', { amount: amountOf(event) }))
      case 'show_paid':
        this.payer = seat
        sounds.chips()
        this.onMotion({ kind: 'pay', seat })
        return this.act(seat, t('act.show', { amount: amountOf(event) }))
      case 'side_asked': {
        sounds.ask()
        this.onMotion({ kind: 'pay', seat })
        const target = seatOf(event, 'target')
        const amount = amountOf(event)
        const words = target === update.you.seat ? t('act.side_you', { amount }) : t('act.side', { name: this.name(target), amount })
        return this.act(seat, words, `${t('bar.side')} ${n(amount)}`)
      }
      case 'side_refused':
        return this.act(seat, t('act.refused'), t('bar.refuse'))
      case 'side_accepted':
        this.showSide(event, update)
        return this.act(seat, t('act.accepted'), t('bar.accept'))
      case 'pot_won': {
        const seats = seatsOf(event)
        if (seats.includes(update.you.seat ?? -1)) sounds.win()
        this.onMotion({ kind: 'win', seats })
        return null
      }
      case 'hand_shown': {
        const cards = parseHand(textOf(event.hand))
        return `${this.act(seat, t('act.shown'))}: ${handWords(cards)}`
      }
      case 'said':
        return this.heard(event)
      case 'reacted':
        return this.reacted(event, update)
      case 'nudged':
        if (seat === update.you.seat) {
          sounds.nudge()
          vibrate([80, 60, 80])
          this.tell(t('nudged'))
        }
        return null
      default:
        return this.news(event)
    }
  }

  /** What people do at the table beside the deal: told, and written among the chat. */
  private news(event: GameEvent): string | null {
    const who = (field: string) => this.room?.members.find((item) => item.guest === event[field])?.name ?? textOf(event.name) ?? '?'
    let text: string | null = null
    switch (event.kind) {
      case 'member_came':
        text = t(event.waiting ? 'news.waiting' : 'news.came', { name: who('guest') })
        break
      case 'member_left':
        text = t(event.kicked ? 'news.kicked' : 'news.left', { name: who('guest') })
        break
      case 'went_away':
        text = t('news.away', { name: who('guest') })
        break
      case 'claimed':
        text = t('news.claimed', { name: who('guest'), seat: Number(event.seat) + 1 })
        break
      case 'host_passed':
        text = t('news.host', { name: who('host') })
        break
      case 'paused':
        text = t('news.paused')
        break
      case 'resumed':
        text = t('news.resumed')
        break
      case 'rules_announced':
      case 'rules_set':
        text = t('news.rules')
        break
      case 'chips_given':
        text = t('news.chips', { name: this.name(seatOf(event, 'seat')), chips: Number(event.chips) || 0 })
        break
      case 'last_deals_set':
        text = typeof event.count === 'number' && event.count > 0 ? t('news.last_deals', { n: event.count }) : null
        break
      case 'closing':
      case 'closed':
        text = t('news.closing')
        break
      case 'timed_out':
        text = t('news.timed_out', { name: this.name(seatOf(event, 'seat')) })
        break
      case 'shuffle_voided':
        text = t('fair.news_void', { names: seatsOf(event, 'withheld').map((seat) => this.name(seat - 1)).join(', ') })
        break
      case 'called_off':
        text = t('result.called_off')
    }
    if (text) this.chat = [...this.chat.slice(-199), { key: ++this.keys, guest: null, name: '', text }]
    return text
  }

  private showSide(event: GameEvent, update: Update): void {
    const { seat } = update.you
    const asker = seatOf(event, 'asker')
    const target = seatOf(event)
    if (seat === null || (seat !== asker && seat !== target)) return
    const other = seat === asker ? target : asker
    const known = update.you.knows.find(([of]) => of === other)?.[1]
    const hands = Array.isArray(event.hands) ? (event.hands as unknown[]) : []
    const cards = parseHand(known ?? textOf(hands[seat === asker ? 0 : 1]))
    if (!cards.length) return
    const packed = update.events.find((item) => item.kind === 'packed' && item.cause === 'side')
    const shown: SideShown = { other, cards: arrange(cards), mine: this.mine, packed: packed ? seatOf(packed) : null }
    this.sideShown = shown
    this.hidden = false
    this.later(9000, () => this.sideShown === shown && (this.sideShown = null))
  }

  private showResult(deal: DealState, atOnce: boolean): void {
    const shown = deal.players.filter((player) => player.shown && !player.packed)
    if (!shown.length) return
    // The player asked opens first, the one who paid last.
    const payer = deal.ended_by === 'show' ? this.payer : null
    const ordered = [...shown.filter((player) => player.seat !== payer), ...shown.filter((player) => player.seat === payer)]
    const hands = ordered.map((player) => ({ seat: player.seat, cards: arrange(parseHand(player.shown)), hand: player.hand_class, won: deal.winners.includes(player.seat) }))
    this.reveal = { hands, open: atOnce ? Infinity : 0 }
    if (!atOnce) this.openNext()
  }

  private openNext(): void {
    this.later(REVEAL_MS, () => {
      const reveal = this.reveal
      if (!reveal || reveal.open >= reveal.hands.reduce((sum, hand) => sum + hand.cards.length, 0)) return
      this.reveal = { ...reveal, open: reveal.open + 1 }
      sounds.card()
      this.openNext()
    })
  }

  get revealDone(): boolean {
    return !this.reveal || this.reveal.open >= this.reveal.hands.reduce((sum, hand) => sum + hand.cards.length, 0)
  }

  private heard(event: GameEvent): string | null {
    const text = textOf(event.text)
    if (!text) return null
    const guest = textOf(event.guest)
    const member = this.room?.members.find((item) => item.guest === guest)
    const name = member?.name ?? '?'
    this.chat = [...this.chat.slice(-199), { key: ++this.keys, guest, name, text }]
    if (guest !== this.you?.guest) this.unread += 1
    if (member?.seat != null) this.bubble(member.seat, text)
    return settings.muted || guest === this.you?.guest ? null : `${name}: ${text}`
  }

  private reacted(event: GameEvent, update: Update): string | null {
    const member = update.room.members.find((item) => item.guest === event.guest)
    if (member?.seat != null) this.bubble(member.seat, REACTIONS[event.reaction as Reaction] ?? '')
    return null
  }

  private bubble(seat: number, text: string): void {
    if (settings.muted || !text) return
    this.bubbles = { ...this.bubbles, [seat]: text }
    this.later(4000, () => {
      if (this.bubbles[seat] !== text) return
      const rest = { ...this.bubbles }
      delete rest[seat]
      this.bubbles = rest
    })
  }

  private noticeTurn(lines: string[]): void {
    const deal = this.room?.deal
    const mine = this.myTurn || this.asked
    const key = mine && deal ? `${deal.number}/${deal.turn_number}` : deal?.over ? `${deal.number}/over` : ''
    if (key === this.turnKey) return
    this.turnKey = key
    this.guarded = key !== ''
    this.later(GUARD_MS, () => this.turnKey === key && (this.guarded = false))
    this.flash(mine)
    if (!mine || !this.room?.deal) {
      const turn = deal && !deal.over ? deal.turn : null
      if (turn !== null && lines.length) lines.push(t('say.turn_of', { name: this.name(turn) }))
      return
    }
    if (this.asked && deal?.side) {
      sounds.ask()
      vibrate([60, 50, 60])
      lines.push(t('side.asks_you', { name: this.name(deal.side.asker) }))
      return
    }
    sounds.turn()
    vibrate(90)
    const slots = this.slots
    const offers = slots ? (['see', 'low', 'high', 'side', 'show', 'pack'] as Place[]).map((place) => slots[place]).filter((slot) => slot.command).map((slot) => slotWords(slot)) : []
    lines.push(`${t('say.your_turn', { pot: deal?.pot ?? 0, n: deal ? left(deal).length : 0 })} ${offers.join(', ')}`)
  }

  /** The tab's title calls while it is your turn and the page is out of sight. */
  private flash(on: boolean): void {
    if (this.flashing) clearInterval(this.flashing)
    this.flashing = null
    document.title = this.title
    if (!on) return
    let shown = false
    this.flashing = setInterval(() => {
      shown = !shown && document.hidden
      document.title = shown ? `🔔 ${t('your_turn')}` : this.title
    }, FLASH_MS)
  }
}

export const REACTIONS: Record<Reaction, string> = { clap: '👏', laugh: '😂', wow: '😮', cry: '😢', think: '🤔', fire: '🔥', heart: '❤️', namaste: '🙏' }

export function slotWords(slot: Slot): string {
  const word = t(`bar.${slot.label}` as Key)
  return slot.amount === null ? word : `${word} ${n(slot.amount)}`
}
