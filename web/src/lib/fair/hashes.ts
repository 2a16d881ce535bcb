// The hashes that a proof is made of. Browsers give theirs only to secure pages, so these come along.
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'

export { sha256 }
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

export const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => DIGITS[byte]).join('')

export function unhex(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length / 2)
  for (let i = 0; i < bytes.length; i++) bytes[i] = parseInt(text.slice(2 * i, 2 * i + 2), 16)
  return bytes
}

export function ascii(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i)
  return bytes
}

export function join(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** A number as 8 bytes, most significant first. */
export function number(value: number): Uint8Array {
  const bytes = new Uint8Array(8)
  for (let i = 7; i >= 0; i--) {
    bytes[i] = value % 256
    value = Math.floor(value / 256)
  }
  return bytes
}

/** SHA-256 over a label, a zero byte and the parts. */
export const labelled = (label: string, ...parts: Uint8Array[]): Uint8Array => sha256(join(ascii(label), Uint8Array.of(0), ...parts))

/** The first 32 bytes of HKDF-SHA256. */
export function expand(secret: Uint8Array, salt: Uint8Array, purpose: string): Uint8Array {
  return mac(mac(salt, secret), join(ascii(purpose), Uint8Array.of(1)))
}

export const mac = (key: Uint8Array, message: Uint8Array): Uint8Array => hmac(sha256, key, message)

/** HMAC-SHA256 under one key for many messages: the key is hashed once. */
export function keyed(key: Uint8Array): (message: Uint8Array) => Uint8Array {
  const start = hmac.create(sha256, key)
  return (message) => start.clone().update(message).digest()
}

/** The one way to write a value as JSON: sorted names, no blanks, ASCII alone. */
export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value !== null && typeof value === 'object') {
    const names = Object.keys(value).sort()
    return `{${names.map((name) => `${text(name)}:${canonical(value[name] as Json)}`).join(',')}}`
  }
  return typeof value === 'string' ? text(value) : JSON.stringify(value)
}

const text = (value: string): string => JSON.stringify(value).replace(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** The hash of one card at its place. */
export const leaf = (transcript: Uint8Array, place: number, card: number, salt: Uint8Array): Uint8Array =>
  sha256(join(Uint8Array.of(0), transcript, Uint8Array.of(place, card), salt))

const node = (left: Uint8Array, right: Uint8Array): Uint8Array => sha256(join(Uint8Array.of(1), left, right))

/** The root over leaves: neighbours are hashed together, one left over goes up as it is. */
export function treeRoot(leaves: Uint8Array[]): Uint8Array {
  let row = leaves
  while (row.length > 1) {
    const next: Uint8Array[] = []
    for (let i = 0; i + 1 < row.length; i += 2) next.push(node(row[i]!, row[i + 1]!))
    if (row.length % 2) next.push(row[row.length - 1]!)
    row = next
  }
  return row[0]!
}

/** The root that a leaf at a place and its neighbours lead to; null for too few or too many. */
export function climb(start: Uint8Array, place: number, path: Uint8Array[], width: number): Uint8Array | null {
  let at = start
  let used = 0
  while (width > 1) {
    if ((place ^ 1) < width) {
      const other = path[used++]
      if (!other) return null
      at = place & 1 ? node(other, at) : node(at, other)
    }
    place >>= 1
    width = (width + 1) >> 1
  }
  return used === path.length ? at : null
}
