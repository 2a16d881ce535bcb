import { t } from './i18n.svelte'
import type { Member, RoomState } from './protocol'

/** Bots are numbered by the server; everybody reads that in his own script. */
export const localName = (name: string): string => name.replace(/^Bot (\d+)$/, (_, number: string) => t('bot_n', { n: number }))

export const withLocalNames = (room: RoomState): RoomState => ({
  ...room,
  members: room.members.map((member) => (member.bot === null ? member : { ...member, name: localName(member.name) })),
  score: room.score.map((line) => (line.guest.startsWith('bot:') ? { ...line, name: localName(line.name) } : line)),
})

/** Up to two letters of a name; whole characters even where one is several code points. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const first = (word: string | undefined) => (word ? (graphemes(word)[0] ?? '') : '')
  // A number at the end is what tells bots apart.
  if (words.length > 1 && /^\d+$/.test(words.at(-1) ?? '')) return (first(words[0]) + words.at(-1)!.slice(0, 2)).toLocaleUpperCase()
  return (words.length > 1 ? first(words[0]) + first(words.at(-1)) : graphemes(name.trim()).slice(0, 2).join('')).toLocaleUpperCase()
}

function graphemes(text: string): string[] {
  if (typeof Intl !== 'undefined' && 'Segmenter' in Intl) return [...new Intl.Segmenter().segment(text)].map((item) => item.segment)
  return [...text]
}

/** One of eight colours, always the same for the same guest. */
export function colourOf(guest: string): number {
  let sum = 7
  for (const letter of guest) sum = (sum * 31 + letter.charCodeAt(0)) % 65521
  return sum % 8
}

export function memberAt(room: RoomState, seat: number | null): Member | undefined {
  if (seat === null) return undefined
  const guest = room.seats.find((item) => item.seat === seat)?.guest
  return room.members.find((member) => (guest ? member.guest === guest : member.seat === seat))
}
