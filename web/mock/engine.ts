/** A small stand-in for the server: enough of the game to build and look at the page without it. Not the rules. */
import type { Command, DealState, LegalState, Member, Option, PlayerState, RoomState, Update, You } from '../src/lib/protocol'
import { arrange, parseHand, strength, classOrder } from '../src/lib/cards'
import { doublings, highestBet, left, lowestBet, showPrice, sidePrice } from '../src/lib/prices'

export const CLUB: Record<string, Option> = {
  boot: 10, ace_run: 'second', top_trail: 'ace', lowball: false, wild: 'none', cards_dealt: 3, raise_factor: 2, bet_steps: 'double', blind_limit: 4, max_seen_bet: 1280,
  pot_limit: 10240, max_raises: 0, look: 'any_time', seen_may_show_blind: false, show_multiplier: 1, show_tie: 'payer_loses', side_show: true, side_show_with: 'previous',
  side_show_all_seen: false, side_show_min_players: 3, side_show_multiplier: 1, short_stack: 'cover', lone_blind: 'wins',
}

export const NAMES = ['Asha', 'Kabir', 'नानी', 'Lena', 'Ольга', 'Budi', 'Meera', 'Rahul', 'Divya', 'Farhan', 'Iris', 'Jonas', 'Kiran', 'Luka', 'Mina', 'Noor', 'Om']
const FACES = ['🪔', '', '🌸', '🐘', '', '🦚', '', '🥭', '', '🌙', '', '', '🐯', '', '⭐', '', '']

type Event = Record<string, unknown> & { kind: string }

function shuffled(): string[] {
  const deck = [...'23456789TJQKA'].flatMap((rank) => [...'cdhs'].map((suit) => rank + suit))
  for (let index = deck.length - 1; index > 0; index--) {
    const other = Math.floor(Math.random() * (index + 1))
    ;[deck[index], deck[other]] = [deck[other]!, deck[index]!]
  }
  return deck
}

const compare = (a: string, b: string): number => {
  const [x, y] = [strength(parseHand(a), CLUB)!, strength(parseHand(b), CLUB)!]
  if (x.hand !== y.hand) return classOrder(x.hand) - classOrder(y.hand)
  return x.ranks.map((rank, index) => rank - y.ranks[index]!).find((gap) => gap !== 0) ?? 0
}

export class MockRoom {
  seq = 0
  hands = new Map<number, string>()
  blindBets = new Map<number, number>()
  bet = new Set<number>()
  chips = new Map<number, number>()
  given = new Map<number, number>()
  deal: DealState | null = null
  dealer = 0
  phase: RoomState['phase'] = 'between'
  ready = new Set<number>()
  listeners = new Set<(update: Update) => void>()
  timer: ReturnType<typeof setTimeout> | null = null
  members: Member[]
  last = 0
  paused = false
  readonly me = 0
  looked = false

  constructor(readonly id: string, readonly count = 5, readonly human = true) {
    this.members = Array.from({ length: count }, (_, seat) => ({ guest: `g${seat}`, name: NAMES[seat]!, avatar: FACES[seat]!, bot: seat === 0 && human ? null : seat % 2 ? 'tight' : 'caller', online: true, role: 'player', seat, away: false, claims: null }))
    for (let seat = 0; seat < count; seat++) this.chips.set(seat, 5000)
  }

  begin(): void {
    const deck = shuffled()
    this.dealer = (this.dealer + 1) % this.count
    const order = Array.from({ length: this.count }, (_, index) => (this.dealer + 1 + index) % this.count)
    this.hands = new Map(order.map((seat, index) => [seat, deck.slice(index * 3, index * 3 + 3).join('')]))
    this.blindBets.clear()
    this.bet.clear()
    this.ready.clear()
    this.looked = false
    const boot = 10
    const players: PlayerState[] = order.map((seat) => ({ seat, stack: this.chips.get(seat)! - boot, paid: boot, seen: false, packed: false, covered: false, shown: null, hand_class: null, won: 0 }))
    this.deal = { number: (this.deal?.number ?? 0) + 1, turn_number: 1, turn: order[0]!, left_ms: 30000, clock_ms: 30000, bank_ms: 30000, players, pot: boot * this.count, covers: [], price: 2 * boot, side: null, over: false, ended_by: null, winners: [], call_off: [] }
    this.phase = 'playing'
    this.send([{ kind: 'deal_started', players: order }])
    this.think()
  }

  player = (seat: number): PlayerState => this.deal!.players.find((player) => player.seat === seat)!

  next(after: number): number {
    const order = this.deal!.players
    const start = order.findIndex((player) => player.seat === after)
    for (let step = 1; step <= order.length; step++) {
      const found = order[(start + step) % order.length]!
      if (!found.packed && !found.covered) return found.seat
    }
    return after
  }

  previous(seat: number): number {
    const order = this.deal!.players
    const start = order.findIndex((player) => player.seat === seat)
    for (let step = 1; step <= order.length; step++) {
      const found = order[(start - step + order.length) % order.length]!
      if (!found.packed && !found.covered) return found.seat
    }
    return seat
  }

  legal(seat: number): LegalState | null {
    const deal = this.deal
    const none: LegalState = { see: false, pack: false, bet: null, steps: null, show: null, side: null, side_seats: [], cover: null, accept: false, refuse: false, leave: true }
    if (!deal || deal.over) return null
    const me = deal.players.find((player) => player.seat === seat)
    if (!me || me.packed) return null
    none.see = !me.seen
    if (deal.side) return deal.side.target === seat ? { ...none, accept: true, refuse: true } : none
    if (deal.turn !== seat) return none
    const lowest = lowestBet(deal.price, me.seen)
    const highest = highestBet(CLUB, deal.price, me.seen)
    const players = left(deal)
    const limited = !me.seen && (this.blindBets.get(seat) ?? 0) >= 4
    const result: LegalState = { ...none, pack: true }
    if (!limited && me.stack! >= lowest) {
      const steps = doublings(lowest, highest).filter((amount) => amount <= me.stack!)
      result.bet = [lowest, steps.at(-1) ?? lowest]
      result.steps = steps
    } else if (me.stack! < lowest) result.cover = me.stack
    if (players.length === 2 && !limited && (!me.seen || players.every((player) => player.seen))) result.show = showPrice(CLUB, deal.price, me.seen)
    const before = this.previous(seat)
    if (players.length > 2 && me.seen && this.player(before).seen && this.bet.has(before)) {
      result.side = sidePrice(CLUB, deal.price)
      result.side_seats = [before]
    }
    return result
  }

  you(): You {
    const me = this.deal?.players.find((player) => player.seat === this.me)
    const hand = this.human && me && (me.seen || this.looked) ? this.hands.get(this.me)! : null
    return {
      guest: this.human ? 'g0' : 'watcher', host: this.human, seat: this.human ? this.me : null, hand, hand_class: hand ? strength(parseHand(hand), CLUB)!.hand : null, knows: this.known,
      legal: this.human ? this.legal(this.me) : null, may_look_after: !!this.deal?.over && this.human && !hand, may_show_hand: !!this.deal?.over && this.human && !me?.shown, invite: this.human ? '/j/mock-invite-token' : null,
    }
  }

  room(): RoomState {
    return {
      room: this.id, host: 'g0', phase: this.phase, paused: this.paused, settings: { name: 'Diwali at home', tab: false, starting_chips: 5000, clock: 30, answer_clock: 20, spectators: true, approval: false, rebuy: true, call_link: '' },
      preset: 'club', rules: CLUB, next_rules: null, closing: false, members: this.human ? this.members : [...this.members, { guest: 'watcher', name: 'Ravi', avatar: '', bot: null, online: true, role: 'spectator', seat: null, away: false, claims: null }],
      seats: Array.from({ length: 17 }, (_, seat) => ({ seat, guest: seat < this.count ? `g${seat}` : null, chips: this.chips.get(seat) ?? 0, sitting_out: false, leaving: false })),
      dealer: this.dealer, deal: this.deal, next_deal_ms: this.deal?.over ? 12000 : null, ready: [...this.ready], last_deals: null, shuffle: null, fair: null,
      score: this.members.map((member) => ({ guest: member.guest, name: member.name, given: 5000, won: 0, net: (this.chips.get(member.seat!) ?? 0) - 5000, deals: this.deal?.number ?? 0 })),
    }
  }
  known: [number, string][] = []

  send(events: Event[]): void {
    const update: Update = { t: 'update', seq: ++this.seq, events, room: structuredClone(this.room()), you: this.you(), chat: [] }
    for (const listener of this.listeners) listener(update)
  }

  pay(seat: number, amount: number): void {
    const player = this.player(seat)
    player.stack! -= amount
    player.paid += amount
    this.deal!.pot += amount
  }

  turnTo(seat: number): void {
    this.deal!.turn = seat
    this.deal!.turn_number += 1
    this.deal!.left_ms = 30000
  }

  finish(events: Event[], winners: number[], by: DealState['ended_by']): void {
    const deal = this.deal!
    deal.over = true
    deal.turn = null
    deal.side = null
    deal.turn_number += 1
    deal.ended_by = by
    deal.winners = winners
    for (const player of deal.players) {
      if (winners.includes(player.seat)) player.won = deal.pot
      this.chips.set(player.seat, player.stack! + player.won)
    }
    this.phase = 'between'
    events.push({ kind: 'pot_won', players: winners, shares: [deal.pot], covered_by: null }, { kind: 'deal_ended' })
    this.send(events)
    this.wait(12000, () => this.begin())
  }

  show(seats: number[], events: Event[], payer: number | null): void {
    for (const seat of seats) {
      const player = this.player(seat)
      player.shown = this.hands.get(seat)!
      player.hand_class = strength(parseHand(player.shown), CLUB)!.hand
    }
    const best = [...seats].sort((a, b) => compare(this.hands.get(b)!, this.hands.get(a)!) || (a === payer ? 1 : -1))[0]!
    events.push({ kind: 'compared', contest: 'show', players: seats, hands: seats.map((seat) => this.hands.get(seat)) })
    this.finish(events, [best], 'show')
  }

  act(seat: number, command: Command): string | null {
    const deal = this.deal
    if (command.t === 'ready') {
      this.ready.add(seat)
      this.begin()
      return null
    }
    if (command.t === 'show_hand') {
      const player = this.player(seat)
      player.shown = this.hands.get(seat)!
      player.hand_class = strength(parseHand(player.shown), CLUB)!.hand
      this.send([{ kind: 'hand_shown', player: seat, hand: player.shown }])
      return null
    }
    if (command.t === 'look_after') {
      this.looked = true
      this.send([{ kind: 'looked_after', guest: 'g0' }])
      return null
    }
    if (command.t === 'say') {
      this.send([{ kind: 'said', guest: `g${seat}`, text: command.text }])
      return null
    }
    if (command.t === 'react') {
      this.send([{ kind: 'reacted', guest: `g${seat}`, reaction: command.reaction }])
      return null
    }
    if (command.t === 'pause' || command.t === 'resume') {
      this.paused = command.t === 'pause'
      this.send([{ kind: this.paused ? 'paused' : 'resumed' }])
      return null
    }
    if (!deal || deal.over) return 'deal_over'
    const legal = this.legal(seat)
    const me = deal.players.find((player) => player.seat === seat)
    if (!legal || !me) return 'not_left'
    const events: Event[] = []
    switch (command.t) {
      case 'see':
        if (me.seen) return 'already_seen'
        me.seen = true
        this.send([{ kind: 'saw', player: seat, hand: seat === this.me ? this.hands.get(seat) : null }])
        return null
      case 'bet': {
        if (!legal.bet) return 'not_your_turn'
        this.pay(seat, command.amount)
        this.bet.add(seat)
        if (!me.seen) this.blindBets.set(seat, (this.blindBets.get(seat) ?? 0) + 1)
        deal.price = me.seen ? command.amount : command.amount * 2
        this.turnTo(this.next(seat))
        this.send([{ kind: 'bet_made', player: seat, amount: command.amount, blind: !me.seen, raised: false, price: deal.price, turn: deal.turn }])
        break
      }
      case 'pack': {
        if (!legal.pack) return 'not_your_turn'
        me.packed = true
        events.push({ kind: 'packed', player: seat, cause: 'pack' })
        const rest = left(deal)
        if (rest.length === 1) return this.finish(events, [rest[0]!.seat], 'pack'), null
        this.turnTo(this.next(seat))
        this.send(events)
        break
      }
      case 'show': {
        if (legal.show === null) return 'show_needs_two'
        this.pay(seat, legal.show)
        me.seen = true
        const other = left(deal).find((player) => player.seat !== seat)!.seat
        this.show([other, seat], [{ kind: 'show_paid', player: seat, other, amount: legal.show }], seat)
        return null
      }
      case 'side': {
        if (legal.side === null) return 'side_show_wrong_player'
        this.pay(seat, legal.side)
        this.bet.add(seat)
        deal.side = { asker: seat, target: command.seat }
        this.turnTo(command.seat)
        this.send([{ kind: 'side_asked', player: seat, target: command.seat, amount: legal.side, turn: command.seat }])
        break
      }
      case 'accept':
      case 'refuse': {
        if (!deal.side || !legal.accept) return 'no_side_show_open'
        const { asker, target } = deal.side
        deal.side = null
        if (command.t === 'refuse') events.push({ kind: 'side_refused', player: target, asker })
        else {
          const loser = compare(this.hands.get(asker)!, this.hands.get(target)!) > 0 ? target : asker
          this.player(loser).packed = true
          if (asker === this.me || target === this.me) this.known = [[asker === this.me ? target : asker, this.hands.get(asker === this.me ? target : asker)!]]
          events.push({ kind: 'side_accepted', player: target, asker, hands: [null, null] }, { kind: 'packed', player: loser, cause: 'side' })
        }
        const rest = left(deal)
        if (rest.length === 1) return this.finish(events, [rest[0]!.seat], 'pack'), null
        this.turnTo(this.next(asker))
        this.send(events)
        break
      }
      default:
        return 'not_possible'
    }
    this.think()
    return null
  }

  wait(ms: number, then: () => void): void {
    if (this.timer) clearTimeout(this.timer)
    this.timer = setTimeout(then, ms)
  }

  think(): void {
    const deal = this.deal!
    if (deal.over || deal.turn === null || (this.human && deal.turn === this.me)) return
    this.wait(900, () => {
      const seat = deal.turn!
      const legal = this.legal(seat)
      if (!legal || deal.over) return
      const turn = { deal: deal.number, turn: deal.turn_number }
      if (legal.accept) return void this.act(seat, { t: Math.random() < 0.6 ? 'accept' : 'refuse', ...turn })
      const me = this.player(seat)
      if (!me.seen && Math.random() < 0.4) {
        me.seen = true
        this.send([{ kind: 'saw', player: seat, hand: null }])
        return this.think()
      }
      const good = arrange(parseHand(this.hands.get(seat)))
      const worth = classOrder(strength(good, CLUB)!.hand)
      if (me.seen && worth === 0 && Math.random() < 0.45) return void this.act(seat, { t: 'pack', ...turn })
      if (legal.show !== null && deal.pot > 300) return void this.act(seat, { t: 'show', ...turn })
      if (legal.side !== null && Math.random() < 0.35) return void this.act(seat, { t: 'side', ...turn, seat: legal.side_seats[0]! })
      if (legal.bet) return void this.act(seat, { t: 'bet', ...turn, amount: Math.random() < 0.2 ? legal.bet[1]! : legal.bet[0] })
      this.act(seat, { t: 'pack', ...turn })
    })
  }
}
