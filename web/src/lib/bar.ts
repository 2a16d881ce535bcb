/** What the six places of the action bar offer. A place never moves, so a thumb can learn it. */
import { doublings, highestBet, left, lowestBet, showPrice, sidePrice } from './prices'
import type { Command, RoomState, You } from './protocol'

export type Place = 'pack' | 'side' | 'show' | 'see' | 'low' | 'high'

export type Label =
  | 'pack' | 'side' | 'show' | 'see' | 'blind' | 'chaal' | 'cover' | 'accept' | 'refuse' | 'next' | 'show_hand' | 'look_after' | 'hide' | 'peek'

export interface Slot {
  place: Place
  label: Label
  /** Chips it costs. */
  amount: number | null
  /** What to send; null with `why` when it is not possible now. */
  command: Command | null
  /** Code of the reason why not: an error code of the rules, or one of this page's own. */
  why: string | null
  /** Bets between which the stepper moves: all of them, or a range. */
  choices?: { steps: number[] } | { lowest: number; highest: number | null }
  /** Seats among which a side show chooses. */
  seats?: number[]
}

/** Slots for what `you` may do in `room`. `hidden`: you know your cards and have turned them over again. */
export function slots(room: RoomState, you: You, hidden: boolean): Record<Place, Slot> {
  const deal = room.deal
  const none = (place: Place, label: Label, why: string, amount: number | null = null): Slot => ({ place, label, amount, command: null, why })
  const me = deal?.players.find((player) => player.seat === you.seat)
  if (!deal || !me || room.phase === 'waiting' || room.phase === 'closed') {
    const why = you.seat === null ? 'watching' : deal && !deal.over ? 'next_deal' : 'no_deal_running'
    return {
      pack: none('pack', 'pack', why),
      side: none('side', 'side', why),
      show: none('show', 'show', why),
      see: none('see', 'see', why),
      low: none('low', 'blind', why),
      high: none('high', 'blind', why),
    }
  }
  const legal = you.legal
  const turn = { deal: deal.number, turn: deal.turn_number }
  const seen = me.seen
  const label: Label = seen ? 'chaal' : 'blind'
  const see: Slot = you.hand
    ? { place: 'see', label: hidden ? 'peek' : 'hide', amount: null, command: null, why: null }
    : legal?.see
      ? { place: 'see', label: 'see', amount: null, command: { t: 'see', ...turn }, why: null }
      : none('see', 'see', me.packed || me.covered ? 'not_left' : deal.over ? 'deal_over' : 'not_your_turn')
  if (deal.over) {
    const of = { deal: deal.number }
    const waits = room.phase === 'between' || room.phase === 'playing'
    return {
      pack: none('pack', 'pack', 'deal_over'),
      side: none('side', 'side', 'deal_over'),
      show: none('show', 'show', 'deal_over'),
      see: you.may_look_after ? { ...see, label: 'look_after', command: { t: 'look_after', ...of }, why: null } : see,
      low: you.may_show_hand
        ? { place: 'low', label: 'show_hand', amount: null, command: { t: 'show_hand', ...of }, why: null }
        : none('low', 'show_hand', 'nothing_to_show'),
      high: waits && !room.ready.includes(me.seat)
        ? { place: 'high', label: 'next', amount: null, command: { t: 'ready', ...of }, why: null }
        : none('high', 'next', 'ready_already'),
    }
  }
  if (legal?.accept || legal?.refuse) {
    return {
      pack: none('pack', 'pack', 'answer_first'),
      side: none('side', 'side', 'answer_first'),
      show: none('show', 'show', 'answer_first'),
      see,
      low: { place: 'low', label: 'refuse', amount: null, command: { t: 'refuse', ...turn }, why: null },
      high: { place: 'high', label: 'accept', amount: null, command: { t: 'accept', ...turn }, why: null },
    }
  }
  const onTurn = deal.turn === me.seat
  const players = left(deal)
  const out = me.packed || me.covered
  const off = out ? 'not_left' : room.paused ? 'paused' : deal.side ? 'answer_first' : 'not_your_turn'
  const whySide = (): string => {
    if (!room.rules.side_show) return 'side_show_off'
    if (!onTurn) return off
    if (players.length < Number(room.rules.side_show_min_players ?? 2)) return 'side_show_too_few'
    if (!seen || players.some((player) => !player.seen)) return 'side_show_not_seen'
    return me.stack !== null && me.stack < sidePrice(room.rules, deal.price) ? 'too_few_chips' : 'side_show_not_bet'
  }
  const whyShow = (): string => {
    if (!onTurn) return off
    if (players.length !== 2) return 'show_needs_two'
    if (seen && players.some((player) => !player.seen) && !room.rules.seen_may_show_blind) return 'show_facing_blind'
    return me.stack !== null && me.stack < showPrice(room.rules, deal.price, seen) ? 'too_few_chips' : 'blind_limit'
  }
  const same = players.length === 2 && legal?.show != null && legal.show === legal.side
  const side: Slot =
    legal?.side != null && legal.side_seats.length > 0 && !same
      ? { place: 'side', label: 'side', amount: legal.side, command: { t: 'side', ...turn, seat: legal.side_seats[0] ?? 0 }, why: null, seats: legal.side_seats }
      : none('side', 'side', same ? 'side_same_as_show' : whySide(), sidePrice(room.rules, deal.price))
  const show: Slot =
    legal?.show != null
      ? { place: 'show', label: 'show', amount: legal.show, command: { t: 'show', ...turn }, why: null }
      : none('show', 'show', whyShow(), showPrice(room.rules, deal.price, seen))
  const pack: Slot = legal?.pack && onTurn ? { place: 'pack', label: 'pack', amount: null, command: { t: 'pack', ...turn }, why: null } : none('pack', 'pack', off)
  if (legal?.bet && onTurn) {
    const [lowest, highest] = legal.bet
    const bet = (amount: number): Command => ({ t: 'bet', ...turn, amount })
    const steps = legal.steps ?? (room.rules.bet_steps === 'double' ? doublings(lowest, highest) : null)
    const low: Slot = { place: 'low', label, amount: lowest, command: bet(lowest), why: null }
    let high: Slot
    if (highest === lowest) high = none('high', label, 'highest_reached')
    else if (steps) {
      const second = steps[1] ?? lowest
      high = { place: 'high', label, amount: second, command: bet(second), why: null, ...(steps.length > 2 ? { choices: { steps: steps.slice(1) } } : {}) }
    } else {
      const amount = highest ?? lowest * 2
      high = { place: 'high', label, amount, command: bet(amount), why: null, ...(highest !== lowest + 1 ? { choices: { lowest: lowest + 1, highest } } : {}) }
    }
    return { pack, side, show, see, low, high }
  }
  if (legal?.cover != null && onTurn) {
    return { pack, side, show, see, low: { place: 'low', label: 'cover', amount: legal.cover, command: { t: 'cover', ...turn }, why: null }, high: none('high', label, 'too_few_chips') }
  }
  const lowest = lowestBet(deal.price, seen)
  const why = !onTurn ? off : me.stack !== null && me.stack < lowest ? 'too_few_chips' : 'blind_limit'
  const highest = highestBet(room.rules, deal.price, seen)
  const second = highest === null ? lowest * 2 : room.rules.bet_steps === 'double' ? (doublings(lowest, highest)[1] ?? lowest) : highest
  return { pack, side, show, see, low: none('low', label, why, lowest), high: none('high', label, second === lowest ? 'highest_reached' : why, second === lowest ? null : second) }
}

/** What waits for a player who cannot pay the lowest bet, before his turn comes (R16); null if he can. */
export function shortOf(room: RoomState, you: You): { need: number; have: number; cover: boolean } | null {
  const deal = room.deal
  const me = deal?.players.find((player) => player.seat === you.seat)
  if (!deal || !me || deal.over || me.packed || me.covered || me.stack === null) return null
  const need = lowestBet(deal.price, me.seen)
  return me.stack < need ? { need, have: me.stack, cover: room.rules.short_stack === 'cover' } : null
}
