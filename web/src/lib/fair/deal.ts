// Whether one deal's proof holds. It follows the checker in Python, and shares nothing with the server that deals.
import { canonical, climb, hex, ascii, join, labelled, leaf, number, unhex, type Json } from './hashes.ts'
import { BadProof, DECKS, type DealRecord, type Opening, type Part, type Proof, type Shuffle, type Voided } from './shape.ts'
import { CARDS, prepared } from './shuffle.ts'

/** Shuffles of one chain of seeds. */
const CHAIN = 256

/** Throws BadProof for the first thing that does not fit. */
export function checkDeal(proof: Proof): void {
  const record = proof.record
  checkRules(record)
  checkShuffles(record)
  checkChoice(record)
  checkOpened(record)
  checkPlayers(record)
  checkOpenings(record, proof.openings)
  if (fingerprint(record) !== proof.fingerprint) throw new BadProof('record', 'fingerprint')
  // Last, since it takes the longest: seven decks are shuffled anew.
  checkRoots(record)
}

const digest = (label: string, value: unknown): Uint8Array => labelled(label, ascii(canonical(value as Json)))

/** The hash by which a record is known. */
export const fingerprint = (record: DealRecord): string => hex(digest('teenpatti/record/1', record))

function checkRules(record: DealRecord): void {
  if (hex(digest('teenpatti/rules/1', record.rules)) !== record.rules_hash) throw new BadProof('rules', 'record.rules_hash')
  if (![3, 4].includes(each(record))) throw new BadProof('rules', 'record.rules.cards_dealt')
}

const each = (record: DealRecord): number => (record.rules.cards_dealt ?? 3) as number

// --- the shuffles -----------------------------------------------------------------------------------------------------

function checkShuffles(record: DealRecord): void {
  const barred = new Set<number>()
  let before: Shuffle | null = null
  record.voided.forEach((voided, i) => {
    const name = `record.voided[${i}]`
    checkShuffle(voided, name, barred)
    checkVoid(voided, name)
    checkNext(before, voided, name)
    voided.withheld.forEach((seat) => barred.add(seat))
    before = voided
  })
  const shuffle = record.shuffle
  checkShuffle(shuffle, 'record.shuffle', barred)
  shuffle.parts.forEach((part, i) => {
    for (const kind of ['value', 'choice'] as const) if (part.commits && part[kind] === null) throw new BadProof('seeds', `record.shuffle.parts[${i}].${kind}`)
  })
  checkNext(before, shuffle, 'record.shuffle')
  const first = record.voided[0] ?? shuffle
  if (first.deal === 1) {
    if (record.previous !== null) throw new BadProof('seeds', 'record.previous')
    if (first.chain !== record.table) throw new BadProof('seeds', 'record.table')
  } else if (record.previous === null) throw new BadProof('seeds', 'record.previous')
}

function checkShuffle(shuffle: Shuffle, name: string, barred: Set<number>): void {
  const committed = shuffle.commitments.map(unhex)
  if (hex(labelled('teenpatti/link/1', ...committed, unhex(shuffle.next_link))) !== shuffle.link) throw new BadProof('seeds', `${name}.link`)
  if (shuffle.number === 1 && shuffle.link !== shuffle.chain) throw new BadProof('seeds', `${name}.chain`)
  if (shuffle.number === CHAIN && shuffle.next_link !== '00'.repeat(32)) throw new BadProof('seeds', `${name}.next_link`)
  shuffle.parts.forEach((part, i) => {
    const at = `${name}.parts[${i}]`
    if ((i === 0) !== (part.seat === 0) || (i > 0 && part.seat <= shuffle.parts[i - 1]!.seat)) throw new BadProof('seeds', `${at}.seat`)
    if ((part.kind === 'house') !== (part.seat === 0)) throw new BadProof('seeds', `${at}.kind`)
    checkPart(shuffle, part, at)
    if (barred.has(part.seat) && part.commits) throw new BadProof('seeds', `${at}.commits`)
  })
}

/** The hash that fixes a value or a choice for one seat of one shuffle. */
export function commit(kind: 'value' | 'choice', chain: string, shuffle: number, seat: number, secret: string): string {
  return hex(labelled(`teenpatti/${kind}/1`, unhex(chain), number(shuffle), Uint8Array.of(seat), unhex(secret)))
}

function checkPart(shuffle: Shuffle, part: Part, name: string): void {
  if (!part.commits) {
    if (part.kind === 'house') throw new BadProof('value', `${name}.commits`)
    for (const kind of ['value', 'choice'] as const) if (part[kind] !== null) throw new BadProof('value', `${name}.${kind}`)
    return
  }
  const [value, choice] = part.commits
  for (const [kind, fixed] of [['value', value], ['choice', choice]] as const) {
    const shown = part[kind]
    if (shown !== null && commit(kind, shuffle.chain, shuffle.number, part.seat, shown) !== fixed) throw new BadProof('value', `${name}.${kind}`)
  }
}

function checkVoid(voided: Voided, name: string): void {
  const stage = voided.stage
  const missing = voided.parts.filter((part) => part.commits && stage !== 'commit' && part[stage] === null).map((part) => part.seat)
  if (voided.withheld.length && (missing.includes(0) || missing.join() !== voided.withheld.join())) throw new BadProof('void', `${name}.withheld`)
  if (voided.roots.length !== (stage === 'choice' ? DECKS : 0)) throw new BadProof('void', `${name}.roots`)
  voided.parts.forEach((part, i) => {
    if (stage !== 'choice' && part.choice !== null) throw new BadProof('void', `${name}.parts[${i}].choice`)
    if (stage === 'commit' && part.value !== null) throw new BadProof('void', `${name}.parts[${i}].value`)
    if (stage === 'choice' && part.commits && part.value === null) throw new BadProof('void', `${name}.parts[${i}].value`)
  })
}

/** Whether a shuffle uses the seeds that come next after those of the shuffle before it. */
export function checkNext(before: Shuffle | null, shuffle: Shuffle, name: string): void {
  if (!before) return
  if (shuffle.chain !== before.chain) {
    if (before.number !== CHAIN) throw new BadProof('seeds', `${name}.chain`)
    if (shuffle.number !== 1) throw new BadProof('seeds', `${name}.number`)
    return
  }
  if (shuffle.number !== before.number + 1) throw new BadProof('seeds', `${name}.number`)
  if (shuffle.link !== before.next_link) throw new BadProof('seeds', `${name}.link`)
}

// --- the deck ---------------------------------------------------------------------------------------------------------

/** The digest of all that was public before the decks were made. */
export function transcriptOf(shuffle: Shuffle): Uint8Array {
  const { deal, chain, number, link, commitments, next_link } = shuffle
  const parts = shuffle.parts.map(({ seat, kind, commits, value }) => ({ seat, kind, commits, value }))
  return digest('teenpatti/transcript/1', { deal, chain, number, link, commitments, next_link, parts })
}

/** The hash that chooses the deck and draws the first dealer. */
export function drawn(shuffle: Shuffle): Uint8Array {
  const choices = shuffle.parts.flatMap((part) => (part.choice === null ? [] : [unhex(part.choice)]))
  return labelled('teenpatti/chosen/1', join(transcriptOf(shuffle), ...shuffle.roots.map(unhex), ...choices))
}

function checkChoice(record: DealRecord): void {
  if (record.chosen !== drawn(record.shuffle)[0]! % DECKS) throw new BadProof('chosen', 'record.chosen')
}

function checkOpened(record: DealRecord): void {
  record.opened.forEach((seed, i) => {
    const name = `record.opened[${i}]`
    if ((seed === null) !== (i === record.chosen)) throw new BadProof('seeds', name)
    if (seed !== null && hex(labelled('teenpatti/commitment/1', unhex(seed))) !== record.shuffle.commitments[i]) throw new BadProof('seeds', name)
  })
}

function checkRoots(record: DealRecord): void {
  const transcript = transcriptOf(record.shuffle)
  record.opened.forEach((seed, i) => {
    if (seed !== null && hex(prepared(unhex(seed), transcript).root) !== record.shuffle.roots[i]) throw new BadProof('deck', `record.shuffle.roots[${i}]`)
  })
}

function checkPlayers(record: DealRecord): void {
  const { players, kept } = record
  const fail = (): never => {
    throw new BadProof('players', 'record.players')
  }
  const ordered = [...players].sort((a, b) => a - b)
  if (new Set(players).size !== players.length) fail()
  const dealer = ordered.indexOf(players[players.length - 1]!)
  if ([...ordered.slice(dealer + 1), ...ordered.slice(0, dealer + 1)].join() !== players.join()) fail()
  if (record.shuffle.deal === 1) {
    const lot = drawn(record.shuffle).slice(8, 16).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
    if (ordered[Number((lot * BigInt(ordered.length)) >> 64n)] !== players[players.length - 1]) fail()
  }
  if (kept.some((place, i) => i > 0 && place <= kept[i - 1]!)) throw new BadProof('players', 'record.kept')
  if (needed(record) > 52 - kept.length) fail()
}

const needed = (record: DealRecord): number => each(record) * record.players.length + (record.rules.wild === 'joker' ? 1 : 0)

/** Whose card lay at a place of the deck: a seat's number, the joker, or one kept from an earlier deal. */
export type Owner = number | 'joker' | 'kept'

/** What becomes of the places that matter. */
export function layout(record: DealRecord): Map<number, Owner> {
  const kept = new Set(record.kept)
  const free = CARDS.map((_, place) => place).filter((place) => !kept.has(place))
  const count = needed(record)
  const owners = new Map<number, Owner>(free.slice(0, count).map((place, i) => [place, record.players[i % record.players.length]!]))
  if (record.rules.wild === 'joker') owners.set(free[count - 1]!, 'joker')
  kept.forEach((place) => owners.set(place, 'kept'))
  return owners
}

function checkOpenings(record: DealRecord, openings: Opening[]): void {
  const transcript = transcriptOf(record.shuffle)
  const root = record.shuffle.roots[record.chosen]
  const where = layout(record)
  const seen = new Set<string>()
  let last = -1
  openings.forEach((opening, i) => {
    const name = `openings[${i}]`
    if (opening.place <= last || !where.has(opening.place)) throw new BadProof('card', `${name}.place`)
    const start = leaf(transcript, opening.place, CARDS.indexOf(opening.card), unhex(opening.salt))
    const top = climb(start, opening.place, opening.path.map(unhex), 52)
    if (!top || hex(top) !== root) throw new BadProof('card', name)
    if (seen.has(opening.card)) throw new BadProof('card', `${name}.card`)
    seen.add(opening.card)
    last = opening.place
  })
}
