/** What a player would pay, for labels before his turn. On turn the server's word counts (`legal`). */
import type { DealState, Option, PlayerState } from './protocol'

type Rules = Record<string, Option>
const number = (rules: Rules, name: string, otherwise: number) => (typeof rules[name] === 'number' ? rules[name] : otherwise)

export const lowestBet = (price: number, seen: boolean): number => (seen ? price : Math.ceil(price / 2))

/** The highest bet, null without limit. */
export function highestBet(rules: Rules, price: number, seen: boolean): number | null {
  const factor = number(rules, 'raise_factor', 2)
  const limit = number(rules, 'max_seen_bet', 0)
  let highest = factor === 0 ? null : seen ? factor * price : Math.floor((factor * price) / 2)
  if (limit) highest = Math.min(highest ?? Infinity, seen ? limit : limit / 2)
  return highest
}

export function showPrice(rules: Rules, price: number, seen: boolean): number {
  const full = number(rules, 'show_multiplier', 1) * price
  return seen ? full : Math.ceil(full / 2)
}

export const sidePrice = (rules: Rules, price: number): number => number(rules, 'side_show_multiplier', 1) * price

export const left = (deal: DealState): PlayerState[] => deal.players.filter((player) => !player.packed && !player.covered)

/** The legal amounts from lowest to highest when they double; null when any amount goes. */
export function doublings(lowest: number, highest: number | null, most = 12): number[] {
  const steps: number[] = []
  for (let amount = lowest; steps.length < most && (highest === null || amount <= highest) && amount <= 2 ** 53; amount *= 2) steps.push(amount)
  return steps
}

/** How far one press of + or - goes: about ten presses from the lowest to the highest. */
export function stepOf(lowest: number, highest: number | null): number {
  if (highest === null) return Math.max(1, lowest)
  const rough = Math.max(1, (highest - lowest) / 10)
  const power = 10 ** Math.floor(Math.log10(rough))
  return Math.max(1, Math.round([1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough) ?? rough))
}
