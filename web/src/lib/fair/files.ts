// Proof files as a person drops them on the page: read, checked one by one, and against each other.
import { checkDeal, checkNext, layout, type Owner } from './deal.ts'
import { ascii, canonical, hex, sha256, type Json } from './hashes.ts'
import { BadProof, checkShape, type Fault, type Proof, type Stage } from './shape.ts'

const MOST_BYTES = 1 << 20

/** What could not be checked, or should be known. */
export type Note =
  | { kind: 'alone' }
  | { kind: 'asleep'; seats: number[] }
  | { kind: 'void'; seats: number[]; stage: Stage }
  | { kind: 'given_up' }
  | { kind: 'unlinked'; deal: number }

/** One line of a file, and what came of it. */
export interface Checked {
  source: string
  fault: { code: Fault; field: string } | null
  proof: Proof | null
  notes: Note[]
}

/** Each proof in those files; deals of one table are also checked against each other. */
export function checkFiles(files: [string, Uint8Array][]): Checked[] {
  return together(files.flatMap(([name, content]) => lines(name, content).map(([source, line]) => checkLine(source, line))))
}

function lines(name: string, content: Uint8Array): [string, Uint8Array][] {
  if (content[content.length - 1] !== 10) return [[name, content]]
  const found: [string, Uint8Array][] = []
  for (let at = 0; at < content.length; ) {
    const end = content.indexOf(10, at) + 1
    found.push([`${name}:${found.length + 1}`, content.subarray(at, end)])
    at = end
  }
  return found.length === 1 ? [[name, found[0]![1]]] : found
}

function checkLine(source: string, line: Uint8Array): Checked {
  try {
    const proof = read(line)
    checkShape(proof)
    checkProof(proof)
    return { source, fault: null, proof, notes: notesOf(proof) }
  } catch (fault) {
    if (fault instanceof BadProof) return { source, fault: { code: fault.code, field: fault.field }, proof: null, notes: [] }
    throw fault
  }
}

/** The content of a line. Throws BadProof unless it is written in the one way there is. */
export function read(line: Uint8Array): unknown {
  const fail = (): never => {
    throw new BadProof('file', 'file')
  }
  if (line.length > MOST_BYTES || line[line.length - 1] !== 10) fail()
  if (line.some((byte) => byte > 127)) fail()
  // A piece at a time: a call takes only so many arguments.
  let text = ''
  for (let at = 0; at < line.length - 1; at += 8192) text += String.fromCharCode(...line.subarray(at, Math.min(at + 8192, line.length - 1)))
  try {
    const value: Json = JSON.parse(text)
    return canonical(value) === text ? value : fail()
  } catch {
    return fail()
  }
}

/** If something does not fit, the sums tell which field was changed since the file was written. */
function checkProof(proof: Proof): void {
  const { field, whole } = changedField(proof)
  try {
    checkDeal(proof)
  } catch (fault) {
    if (!(fault instanceof BadProof) || field === null || fault.field === field) throw fault
    throw new BadProof('changed', field)
  }
  if (field !== null) throw new BadProof('changed', whole ? 'sums' : field)
}

function changedField(proof: Proof): { field: string | null; whole: boolean } {
  const { sums, ...body } = proof
  const fields = [...fieldsOf(body as unknown as Json, '')]
  const whole = sums.length === 8 * fields.length
  for (const [at, [name, value]] of fields.entries()) {
    if (hex(sha256(ascii(`${name}=${canonical(value)}`)).subarray(0, 4)) !== sums.slice(8 * at, 8 * at + 8)) return { field: name, whole }
  }
  return { field: whole ? null : 'sums', whole }
}

function* fieldsOf(value: Json, name: string): Generator<[string, Json]> {
  if (Array.isArray(value)) {
    yield [name, value.length]
    for (const [i, one] of value.entries()) yield* fieldsOf(one, `${name}[${i}]`)
  } else if (value !== null && typeof value === 'object') {
    const keys = Object.keys(value).sort()
    if (name) yield [name, keys.length]
    for (const key of keys) yield* fieldsOf(value[key] as Json, name ? `${name}.${key}` : key)
  } else yield [name, value]
}

function notesOf(proof: Proof): Note[] {
  const people = proof.record.shuffle.parts.filter((part) => part.kind === 'person')
  const asleep = people.filter((part) => !part.commits).map((part) => part.seat)
  const notes: Note[] = []
  if (asleep.length === people.length) notes.push({ kind: 'alone' })
  else if (asleep.length) notes.push({ kind: 'asleep', seats: asleep })
  for (const { withheld, stage } of proof.record.voided) notes.push(withheld.length ? { kind: 'void', seats: withheld, stage } : { kind: 'given_up' })
  return notes
}

/** Deals of one table follow each other; two files of one deal tell the same. */
function together(found: Checked[]): Checked[] {
  const order = found.filter((one) => one.proof).sort((a, b) => dealOf(a) - dealOf(b))
  const latest = new Map<string, Checked>()
  const results = new Map<Checked, Checked>()
  for (const one of order) {
    const table = one.proof!.record.table
    const before = latest.get(table)
    latest.set(table, one)
    try {
      results.set(one, after(before, one))
    } catch (fault) {
      if (!(fault instanceof BadProof)) throw fault
      results.set(one, { ...one, fault: { code: fault.code, field: fault.field }, proof: null, notes: [] })
    }
  }
  return found.map((one) => results.get(one) ?? one)
}

const dealOf = (one: Checked): number => one.proof!.record.shuffle.deal

function after(before: Checked | undefined, one: Checked): Checked {
  const record = one.proof!.record
  const deal = dealOf(one)
  if (before && dealOf(before) === deal) {
    if (before.proof!.fingerprint !== one.proof!.fingerprint) throw new BadProof('twice', 'fingerprint')
    return one
  }
  if (!before || dealOf(before) !== deal - 1) return deal === 1 ? one : { ...one, notes: [...one.notes, { kind: 'unlinked', deal: deal - 1 }] }
  const old = before.proof!.record
  if (record.previous !== before.proof!.fingerprint) throw new BadProof('record', 'record.previous')
  if (record.voided[0]) checkNext(old.shuffle, record.voided[0], 'record.voided[0]')
  else checkNext(old.shuffle, record.shuffle, 'record.shuffle')
  const dealer = old.players[old.players.length - 1]!
  const seats = [...record.players].sort((a, b) => a - b)
  if ((seats.find((seat) => seat > dealer) ?? seats[0]) !== record.players[record.players.length - 1]) throw new BadProof('record', 'record.players')
  return one
}

/** The cards opened, by whose they are, in the order dealt. */
export function cardsOf(proof: Proof): Map<Owner, string[]> {
  const where = layout(proof.record)
  const found = new Map<Owner, string[]>()
  for (const { place, card } of proof.openings) {
    const owner = where.get(place)!
    found.set(owner, [...(found.get(owner) ?? []), card])
  }
  return found
}
