// From a seed to a deck and its root: docs/deck.md and docs/fairness.md, followed step by step.
import { ascii, expand, join, keyed, leaf, number, treeRoot } from './hashes.ts'

/** All cards in order, by number. */
export const CARDS = [...'23456789TJQKA'].flatMap((rank) => [...'cdhs'].map((suit) => rank + suit))

/** The numbers of the cards in the order that a seed shuffles them. */
export function order(seed: Uint8Array): number[] {
  const block = keyed(seed)
  const deck = CARDS.map((_, i) => i)
  let stream = new Uint8Array(0)
  let at = 0
  let blocks = 0
  for (let last = 51; last > 0; last--) {
    const choices = last + 1
    const limit = 256 - (256 % choices)
    let byte: number
    do {
      if (at === stream.length) {
        stream = Uint8Array.from(block(join(ascii('teenpatti/deck/1\0'), number(blocks++))))
        at = 0
      }
      byte = stream[at++]!
    } while (byte >= limit)
    const other = byte % choices
    const held = deck[last]!
    deck[last] = deck[other]!
    deck[other] = held
  }
  return deck
}

/** The salts of a deck's 52 places. */
function salts(key: Uint8Array): Uint8Array[] {
  const block = keyed(key)
  return Array.from({ length: 26 }, (_, i) => block(join(ascii('teenpatti/salt/1\0'), Uint8Array.of(i)))).flatMap((two) => [two.subarray(0, 16), two.subarray(16)])
}

/** The deck that a server's seed and a transcript give, and its root. */
export function prepared(serverSeed: Uint8Array, transcript: Uint8Array): { deck: number[]; root: Uint8Array } {
  const deck = order(expand(serverSeed, transcript, 'teenpatti/deck/1'))
  const salt = salts(expand(serverSeed, transcript, 'teenpatti/salts/1'))
  return { deck, root: treeRoot(deck.map((card, place) => leaf(transcript, place, card, salt[place]!))) }
}
