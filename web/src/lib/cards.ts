/** Cards as the protocol writes them: rank and suit, `As`, `Td`; hands one after the other. */
import type { Option } from './protocol'

export const RANKS = '23456789TJQKA'
export type Suit = 'c' | 'd' | 'h' | 's'

export interface CardFace {
  rank: string
  suit: Suit
}

export type HandClass = 'high_card' | 'pair' | 'colour' | 'sequence' | 'pure_sequence' | 'trail'

const ORDER: HandClass[] = ['high_card', 'pair', 'colour', 'sequence', 'pure_sequence', 'trail']

export const value = (card: CardFace): number => RANKS.indexOf(card.rank)

export function parseHand(text: string | null | undefined): CardFace[] {
  return (text?.match(/[2-9TJQKA][cdhs]/g) ?? []).map((card) => ({ rank: card.charAt(0), suit: card.charAt(1) as Suit }))
}

/** High cards first, a pair before its kicker, as people hold them. */
export function arrange(cards: CardFace[]): CardFace[] {
  const count = (card: CardFace) => cards.filter((other) => other.rank === card.rank).length
  return [...cards].sort((a, b) => count(b) - count(a) || value(b) - value(a) || a.suit.localeCompare(b.suit))
}

export interface Strength {
  hand: HandClass
  /** Ranks in the order in which they decide. */
  ranks: number[]
}

/** What a natural hand of three is worth under the table's order (R1-R3). */
export function strength(cards: CardFace[], rules: Record<string, Option> = {}): Strength | null {
  if (cards.length !== 3) return null
  const [high, middle, low] = cards.map(value).sort((a, b) => b - a) as [number, number, number]
  const pure = cards.every((card) => card.suit === cards[0]?.suit)
  if (high === low) return { hand: 'trail', ranks: [rules.top_trail === 'three' && high === 1 ? 13 : high] }
  let run: number | null = high === middle + 1 && middle === low + 1 ? high : null
  if (high === 12 && middle === 1 && low === 0) {
    run = { top: 13, second: 11.5, lowest: 1 }[String(rules.ace_run ?? 'top')] ?? null
  }
  if (run !== null) return { hand: pure ? 'pure_sequence' : 'sequence', ranks: [run] }
  if (pure) return { hand: 'colour', ranks: [high, middle, low] }
  if (middle === high || middle === low) return { hand: 'pair', ranks: [middle, middle === high ? low : high] }
  return { hand: 'high_card', ranks: [high, middle, low] }
}

export type Reason =
  | { kind: 'class'; winner: HandClass; loser: HandClass }
  | { kind: 'rank'; hand: HandClass; winner: CardFace; loser: CardFace }
  | { kind: 'run'; hand: HandClass }
  | { kind: 'equal' }

/** Why the first hand beats the second, or null where the cards alone do not tell it (wild cards, four cards). */
export function whyBetter(winner: CardFace[], loser: CardFace[], rules: Record<string, Option>): Reason | null {
  if (rules.wild && rules.wild !== 'none') return null
  const [a, b] = [strength(winner, rules), strength(loser, rules)]
  if (!a || !b) return null
  if (a.hand !== b.hand) return { kind: 'class', winner: a.hand, loser: b.hand }
  const place = a.ranks.findIndex((rank, index) => rank !== b.ranks[index])
  if (place < 0) return { kind: 'equal' }
  if (a.hand === 'sequence' || a.hand === 'pure_sequence') return { kind: 'run', hand: a.hand }
  const card = (cards: CardFace[], rank: number) => cards.find((item) => value(item) === (rank === 13 ? 1 : rank))
  const [high, low] = [card(winner, a.ranks[place] ?? 0), card(loser, b.ranks[place] ?? 0)]
  return high && low ? { kind: 'rank', hand: a.hand, winner: high, loser: low } : null
}

/** Positive if the first hand is the better one under the table's order; 0 too where the cards alone do not tell. */
export function compare(one: CardFace[], other: CardFace[], rules: Record<string, Option>): number {
  const [a, b] = [strength(one, rules), strength(other, rules)]
  if (!a || !b) return 0
  const gap = classOrder(a.hand) - classOrder(b.hand) || (a.ranks.map((rank, index) => rank - (b.ranks[index] ?? 0)).find((difference) => difference !== 0) ?? 0)
  return rules.lowball === true ? -gap : gap
}

export const classOrder = (hand: HandClass): number => ORDER.indexOf(hand)
