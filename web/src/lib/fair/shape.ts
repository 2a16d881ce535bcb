// What a proof must look like, field by field, before anything is worked out from it.
import type { Json } from './hashes.ts'
import { CARDS } from './shuffle.ts'

export const DECKS = 8
const MOST_SEATS = 17
const MOST_VOIDED = 100

export type Stage = 'commit' | 'value' | 'choice'
export interface Part {
  seat: number
  kind: 'house' | 'bot' | 'person'
  commits: [string, string] | null
  value: string | null
  choice: string | null
}
export interface Shuffle {
  deal: number
  chain: string
  number: number
  link: string
  commitments: string[]
  next_link: string
  parts: Part[]
  roots: string[]
}
export interface Voided extends Shuffle {
  stage: Stage
  withheld: number[]
}
export interface DealRecord {
  format: string
  version: string
  table: string
  previous: string | null
  rules: Record<string, boolean | number | string>
  rules_hash: string
  voided: Voided[]
  shuffle: Shuffle
  chosen: number
  opened: (string | null)[]
  players: number[]
  kept: number[]
}
export interface Opening {
  place: number
  card: string
  salt: string
  path: string[]
}
export interface Proof {
  format: string
  record: DealRecord
  fingerprint: string
  openings: Opening[]
  sums: string
}

/** Kinds of faults; see the checker in Python, which tells the same. */
export type Fault = 'file' | 'shape' | 'changed' | 'rules' | 'seeds' | 'value' | 'void' | 'chosen' | 'deck' | 'players' | 'card' | 'record' | 'twice'

/** A proof that does not hold, and the field that does not fit. */
export class BadProof extends Error {
  readonly code: Fault
  readonly field: string

  constructor(code: Fault, field: string) {
    super(`${code}: ${field}`)
    this.code = code
    this.field = field
  }
}

type Check = (value: unknown, name: string) => void

const bad = (name: string): never => {
  throw new BadProof('shape', name)
}
const hexOf = (bytes: number): Check => (value, name) => void ((typeof value === 'string' && value.length === 2 * bytes && /^[0-9a-f]*$/.test(value)) || bad(name))
const whole = (least: number, most: number): Check => (value, name) => void ((Number.isInteger(value) && (value as number) >= least && (value as number) <= most) || bad(name))
const oneOf = (...values: string[]): Check => (value, name) => void (values.includes(value as string) || bad(name))
// Anything that can be printed and is not a blank line; Python's isprintable, for ASCII.
const text: Check = (value, name) => void ((typeof value === 'string' && value.length > 0 && value.length <= 100 && /^[ -~]*$/.test(value)) || bad(name))
const nullOr = (check: Check): Check => (value, name) => void (value === null || check(value, name))
const many = (check: Check, least = 0, most = MOST_SEATS + 1): Check => (value, name) => {
  if (!Array.isArray(value) || value.length < least || value.length > most) bad(name)
  ;(value as unknown[]).forEach((one, i) => check(one, `${name}[${i}]`))
}
const isTable = (value: unknown): value is Record<string, Json> => typeof value === 'object' && value !== null && !Array.isArray(value)
const table = (fields: Record<string, Check>): Check => (value, name) => {
  if (!isTable(value)) return bad(name || 'file')
  const at = name ? `${name}.` : ''
  const has = (key: string) => Object.prototype.hasOwnProperty.call(value, key)
  for (const key of Object.keys(fields)) if (!has(key)) bad(at + key)
  for (const key of Object.keys(value).sort()) if (!Object.prototype.hasOwnProperty.call(fields, key)) bad(at + key)
  for (const [key, check] of Object.entries(fields)) check(value[key], at + key)
}
const rules: Check = (value, name) => {
  if (!isTable(value) || !Object.keys(value).length || Object.keys(value).length > 100) return bad(name)
  for (const [key, one] of Object.entries(value)) {
    if (!/^[a-z_0-9]{1,40}$/.test(key)) bad(`${name}.${key.slice(0, 40)}`)
    if (typeof one === 'number') whole(0, Number.MAX_SAFE_INTEGER + 1)(one, `${name}.${key}`)
    else if (typeof one !== 'boolean') text(one, `${name}.${key}`)
  }
}

const hash = hexOf(32)
const seat = whole(1, MOST_SEATS)
const place = whole(0, 51)
const count = whole(1, Number.MAX_SAFE_INTEGER + 1)
const part = table({ seat: whole(0, MOST_SEATS), kind: oneOf('house', 'bot', 'person'), commits: nullOr(many(hash, 2, 2)), value: nullOr(hash), choice: nullOr(hash) })
const shuffle = { deal: count, chain: hash, number: whole(1, 256), link: hash, commitments: many(hash, DECKS, DECKS), next_link: hash, parts: many(part, 1) }
const record = table({
  format: oneOf('teenpatti/record/1'),
  version: text,
  table: hash,
  previous: nullOr(hash),
  rules,
  rules_hash: hash,
  voided: many(table({ ...shuffle, roots: many(hash, 0, DECKS), stage: oneOf('commit', 'value', 'choice'), withheld: many(seat) }), 0, MOST_VOIDED),
  shuffle: table({ ...shuffle, roots: many(hash, DECKS, DECKS) }),
  chosen: whole(0, DECKS - 1),
  opened: many(nullOr(hash), DECKS, DECKS),
  players: many(seat, 2, MOST_SEATS),
  kept: many(place, 0, 52),
})
const opening = table({ place, card: oneOf(...CARDS), salt: hexOf(16), path: many(hash, 1, 6) })
const sums: Check = (value, name) => void ((typeof value === 'string' && /^(?:[0-9a-f]{8})+$/.test(value)) || bad(name))
const proof = table({ format: oneOf('teenpatti/proof/1'), record, fingerprint: hash, openings: many(opening, 0, 52), sums })

/** Throws BadProof for the first field that is missing, unknown, or of another form than it must have. */
export function checkShape(value: unknown): asserts value is Proof {
  proof(value, '')
}
