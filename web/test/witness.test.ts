import { describe, expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import { checkFiles } from '../src/lib/fair/files.ts'
import { commit } from '../src/lib/fair/deal.ts'
import { Witness, type Finding } from '../src/lib/fair/witness.ts'
import type { ShuffleState, Update } from '../src/lib/protocol'

const vectors = JSON.parse(readFileSync('../tests/fair/vectors.json', 'utf8')) as { proof: string; shuffle: Omit<ShuffleState, 'stage'> }
const proof = JSON.parse(vectors.proof) as { fingerprint: string; record: { table: string; players: number[] } }
const full = vectors.shuffle
const checked = () => checkFiles([['proof', new TextEncoder().encode(vectors.proof)]])[0]!
const mine = full.parts.find((part) => part.seat === 2)!

/** The shuffle of the frozen vectors as the page saw it, stage by stage. */
function stage(name: ShuffleState['stage'], change: Partial<ShuffleState> = {}): ShuffleState {
  const later = { commit: 0, value: 1, choice: 2 }[name]
  return structuredClone({
    ...full,
    stage: name,
    roots: later < 2 ? [] : full.roots,
    parts: full.parts.map((part) => ({ ...part, commits: later < 1 ? null : part.commits, value: later < 2 ? null : part.value, choice: null })),
    ...change,
  })
}

/** An update that holds nothing but what a witness looks at. */
function update(shuffle: ShuffleState | null, fair: Partial<{ table: string; deal: number | null; fingerprint: string | null }> = {}, seat: number | null = 1): Update {
  const told = { table: proof.record.table, tip: full.chain, deal: null, fingerprint: null, ...fair }
  return { t: 'update', seq: 1, events: [], chat: [], you: { seat, knows: [] }, room: { shuffle, fair: told, deal: null } } as unknown as Update
}

const page = (store: Storage | null = null) => {
  const secrets = [mine.value!, mine.choice!]
  return new Witness('room', store, () => secrets.shift() ?? 'ee'.repeat(32))
}

class Memory implements Storage {
  private kept = new Map<string, string>()
  get length() { return this.kept.size }
  clear() { this.kept.clear() }
  getItem(key: string) { return this.kept.get(key) ?? null }
  key(index: number) { return [...this.kept.keys()][index] ?? null }
  removeItem(key: string) { this.kept.delete(key) }
  setItem(key: string, value: string) { this.kept.set(key, value) }
}

function playedOut(witness: Witness): Witness {
  for (const name of ['commit', 'value', 'choice'] as const) witness.take(update(stage(name)), false)
  witness.take(update(null, { deal: 1, fingerprint: proof.fingerprint }), false)
  return witness
}
const seenBySeat2 = new Map([[1, checkedHand(2)]])
function checkedHand(seat: number): string {
  const { openings } = JSON.parse(vectors.proof) as { openings: { place: number; card: string }[] }
  const { players } = proof.record
  return openings.filter(({ place }) => players[place % players.length] === seat).map(({ card }) => card).join('')
}
const fault = (finding: Finding) => (finding.fault ? `${finding.fault.code} ${finding.fault.field}` : finding.state)

describe('taking part', () => {
  test('commits, then reveals, each once on a socket', () => {
    const witness = page()
    const { deal, number, chain } = full
    const hashes = { value: commit('value', chain, number, 2, mine.value!), choice: commit('choice', chain, number, 2, mine.choice!) }
    expect(witness.take(update(stage('commit')), true)).toEqual({ t: 'commit', deal, number, ...hashes })
    expect([hashes.value, hashes.choice]).toEqual(mine.commits)
    expect(witness.take(update(stage('commit')), false)).toBeNull()
    expect(witness.take(update(stage('commit')), true)).toEqual({ t: 'commit', deal, number, ...hashes })
    expect(witness.take(update(stage('value')), false)).toEqual({ t: 'reveal', deal, number, kind: 'value', secret: mine.value })
    expect(witness.take(update(stage('choice')), false)).toEqual({ t: 'reveal', deal, number, kind: 'choice', secret: mine.choice })
    expect(witness.suspicion).toBeNull()
  })

  test('keeps what it drew over a reload', () => {
    const store = new Memory()
    page(store).take(update(stage('commit')), true)
    const again = new Witness('room', store, () => 'ff'.repeat(32))
    expect(again.take(update(stage('value')), true)).toMatchObject({ kind: 'value', secret: mine.value })
    expect(new Witness('other', store, () => 'ff'.repeat(32)).take(update(stage('value')), true)).toBeNull()
  })

  test('does without a store, and without a seat', () => {
    const refusing = { getItem: () => { throw new Error('forbidden') }, setItem: () => { throw new Error('forbidden') } } as unknown as Storage
    expect(page(refusing).take(update(stage('commit')), true)).toMatchObject({ t: 'commit' })
    expect(page().take(update(stage('commit'), {}, null), true)).toBeNull()
    expect(page().take(update(stage('commit'), {}, 6), true)).toBeNull()
    expect(page().take(update(null), true)).toBeNull()
  })

  test('says nothing for a commit that is not its own', () => {
    const witness = page()
    witness.take(update(stage('commit')), true)
    const other = stage('value')
    other.parts.find((part) => part.seat === 2)!.commits = ['00'.repeat(32), '11'.repeat(32)]
    expect(witness.take(update(other), false)).toBeNull()
    const late = stage('value')
    late.parts.find((part) => part.seat === 2)!.commits = null
    expect(page().take(update(late), false)).toBeNull()
  })
})

describe('a server that tells this page one thing and then another', () => {
  const changes: [string, (shuffle: ShuffleState) => void][] = [
    ['other seeds', (shuffle) => (shuffle.commitments[3] = '00'.repeat(32))],
    ['another link', (shuffle) => (shuffle.next_link = '00'.repeat(32))],
    ['another commit', (shuffle) => (shuffle.parts[3]!.commits = ['00'.repeat(32), '11'.repeat(32)])],
    ['a commit taken away', (shuffle) => (shuffle.parts[3]!.commits = null)],
    ['a seat left out', (shuffle) => shuffle.parts.pop()],
    ['a person for a bot', (shuffle) => (shuffle.parts[3]!.kind = 'person')],
  ]
  test.each(changes)('%s: it takes no part any more, and says so', (_, change) => {
    const witness = page()
    witness.take(update(stage('commit')), true)
    witness.take(update(stage('value')), false)
    const told = stage('choice')
    change(told)
    expect(witness.take(update(told), false)).toBeNull()
    expect(witness.suspicion).toEqual({ code: 'told', field: 'record.shuffle' })
    expect(fault(witness.judge(1, checked(), new Map()))).toBe('told record.shuffle')
  })

  test('a value that was not committed to', () => {
    const witness = page()
    witness.take(update(stage('commit')), true)
    witness.take(update(stage('value')), false)
    const told = stage('choice')
    told.parts[1]!.value = '00'.repeat(32)
    expect(witness.take(update(told), false)).toBeNull()
    expect(witness.suspicion).toEqual({ code: 'value', field: 'record.shuffle.parts[1].value' })
  })

  test('seeds that were not announced', () => {
    const witness = page()
    witness.take(update(stage('commit')), true)
    expect(witness.take(update(stage('commit', { number: 2, link: '00'.repeat(32) })), false)).toBeNull()
    expect(witness.suspicion).toEqual({ code: 'told', field: 'record.shuffle.link' })
  })

  test('another tip, another fingerprint', () => {
    const tip = playedOut(page())
    tip.take(update(null, { table: '00'.repeat(32) }), false)
    expect(tip.suspicion).toEqual({ code: 'told', field: 'record.table' })
    const print = playedOut(page())
    print.take(update(null, { deal: 1, fingerprint: '00'.repeat(32) }), false)
    expect(print.suspicion).toEqual({ code: 'told', field: 'fingerprint' })
  })
})

describe('judging a proof', () => {
  test('holds, with its own value in it and the cards it saw', () => {
    const finding = playedOut(page()).judge(1, checked(), seenBySeat2)
    expect(finding).toMatchObject({ state: 'holds', fault: null, mine: true, bots: [4], notes: [], fingerprint: proof.fingerprint })
    expect(checkedHand(2)).toHaveLength(6)
  })

  test('an onlooker has nothing of his own in it', () => {
    const witness = new Witness('room', null, () => '')
    witness.take(update(null, {}, null), true)
    expect(witness.judge(1, checked(), new Map())).toMatchObject({ state: 'holds', mine: null })
  })

  test('a value that was sent and left out is told', () => {
    const witness = new Witness('room', null, () => 'ab'.repeat(32))
    witness.take(update(stage('commit')), true)
    expect(witness.judge(1, checked(), new Map())).toMatchObject({ state: 'holds', mine: false })
  })

  test('a second shuffle behind its back', () => {
    const witness = page()
    witness.take(update(stage('commit')), true)
    witness.take(update(stage('value')), false)
    witness.take(update(stage('choice', { roots: Array<string>(8).fill('00'.repeat(32)) })), false)
    expect(fault(witness.judge(1, checked(), new Map()))).toBe('told record.shuffle')
    const twice = new Witness('room', null, () => mine.value!)
    twice.take(update(null, { deal: 1, fingerprint: '22'.repeat(32) }), false)
    expect(fault(twice.judge(1, checked(), new Map()))).toBe('told fingerprint')
  })

  test('a card that it saw and that is not proved', () => {
    const witness = playedOut(page())
    expect(fault(witness.judge(1, checked(), new Map([[1, 'AsAhAd']])))).toBe('seen openings')
    const closed = proof.record.players.find((seat) => checkedHand(seat) === '')!
    expect(fault(witness.judge(1, checked(), new Map([[closed - 1, '2c3c4c']])))).toBe('seen openings')
  })

  test('another table, another deal, a damaged file, and none at all', () => {
    const witness = playedOut(page())
    expect(fault(witness.judge(2, checked(), new Map()))).toBe('told record.shuffle.deal')
    const elsewhere = new Witness('room', null, () => '')
    elsewhere.take(update(null, { table: '99'.repeat(32) }), true)
    expect(fault(elsewhere.judge(1, checked(), new Map()))).toBe('told record.table')
    const damaged = checkFiles([['proof', new TextEncoder().encode(vectors.proof.replace('"version":"0.1.0"', '"version":"0.1.1"'))]])[0]!
    expect(fault(witness.judge(1, damaged, new Map()))).toBe('changed record.version')
    expect(fault(witness.judge(1, null, new Map()))).toBe('told file')
    expect(witness.judge(5, null, new Map()).state).toBe('none')
  })
})
