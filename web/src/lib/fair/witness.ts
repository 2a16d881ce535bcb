// This page's own part in shuffles, and what it has seen of them: what a proof is compared with when a deal is over.
import type { Commit, Reveal, ShuffleState, Update } from '../protocol'
import { commit } from './deal.ts'
import { cardsOf, type Checked, type Note } from './files.ts'
import type { Fault } from './shape.ts'

export type Contribution = Commit | Reveal

/** Kinds of faults that only a witness sees: told otherwise before; a card seen that is not the one committed to. */
export type WitnessFault = Fault | 'told' | 'seen'

/** What this page found out about one deal. */
export interface Finding {
  deal: number
  state: 'checking' | 'holds' | 'bad' | 'none'
  fault: { code: WitnessFault; field: string } | null
  /** Whether this page's own value is in the deck; null: it had no seat, or sent none. */
  mine: boolean | null
  notes: Note[]
  bots: number[]
  fingerprint: string | null
}

/** Cards as the page was shown them, by seat from 0. */
export type Seen = Map<number, string>

interface Drawn {
  seat: number
  value: string
  choice: string
}

interface Memory {
  table: string | null
  /** By chain and number of the shuffle. */
  drawn: Record<string, Drawn>
  /** Fingerprints as they were published, by deal. */
  fingerprints: Record<string, string>
  last: ShuffleState | null
}

const KEPT = 40

export class Witness {
  /** Something was told in two ways; from then on this page takes no part any more, and says so. */
  suspicion: { code: WitnessFault; field: string } | null = null
  private memory: Memory = { table: null, drawn: {}, fingerprints: {}, last: null }
  private sent = ''
  private readonly key: string
  private readonly store: Storage | null
  private readonly draw: () => string

  /** `store` outlives a reload, so that a page that is loaded again withholds nothing. `draw` gives 32 random bytes in hex. */
  constructor(room: string, store: Storage | null, draw: () => string) {
    this.key = `teenpatti.shuffles.${room}`
    this.store = store
    this.draw = draw
    try {
      const kept = store?.getItem(this.key)
      if (kept) this.memory = { ...this.memory, ...(JSON.parse(kept) as Partial<Memory>) }
    } catch {
      // No store, or not ours: begin anew.
    }
  }

  /** What to send, if it is this page's turn in a shuffle. `fresh`: the first update of a socket. */
  take(update: Update, fresh: boolean): Contribution | null {
    this.note(update)
    const shuffle = update.room.shuffle
    if (!shuffle || !this.follows(shuffle)) return null
    const message = this.suspicion || update.you.seat === null ? null : this.answer(shuffle, update.you.seat + 1)
    const about = `${shuffle.chain}/${shuffle.number}/${shuffle.stage}`
    if (!message || (about === this.sent && !fresh)) return null
    this.sent = about
    return message
  }

  private note(update: Update): void {
    const fair = update.room.fair
    if (!fair) return
    if (this.memory.table && this.memory.table !== fair.table) this.suspicion ??= { code: 'told', field: 'record.table' }
    this.memory.table ??= fair.table
    if (fair.deal === null || !fair.fingerprint) return
    const known = this.memory.fingerprints[fair.deal]
    if (known && known !== fair.fingerprint) this.suspicion ??= { code: 'told', field: 'fingerprint' }
    if (known) return
    this.memory.fingerprints[fair.deal] = fair.fingerprint
    forget(this.memory.fingerprints)
    this.save()
  }

  /** Whether a shuffle goes on as it began, and its seeds are those announced before. */
  private follows(shuffle: ShuffleState): boolean {
    const last = this.memory.last
    if (last && last.chain === shuffle.chain) {
      const same = last.number === shuffle.number
      if (same ? !goesOn(last, shuffle) : shuffle.number === last.number + 1 && shuffle.link !== last.next_link) {
        this.suspicion ??= { code: 'told', field: same ? 'record.shuffle' : 'record.shuffle.link' }
        return false
      }
    }
    this.memory.last = shuffle
    this.save()
    return true
  }

  private answer(shuffle: ShuffleState, seat: number): Contribution | null {
    const mine = shuffle.parts.find((part) => part.seat === seat && part.kind === 'person')
    if (!mine) return null
    const { deal, chain, number, stage } = shuffle
    if (stage === 'commit') {
      const { value, choice } = this.drawn(chain, number, seat)
      return { t: 'commit', deal, number, value: commit('value', chain, number, seat, value), choice: commit('choice', chain, number, seat, choice) }
    }
    const drawn = this.memory.drawn[`${chain}/${number}`]
    // Not in time; or another device of this person was the first.
    if (!drawn || mine.commits?.[0] !== commit('value', chain, number, seat, drawn.value) || mine.commits[1] !== commit('choice', chain, number, seat, drawn.choice)) return null
    if (stage === 'value') return mine.value === null ? { t: 'reveal', deal, number, kind: 'value', secret: drawn.value } : null
    const wrong = shuffle.parts.findIndex((part) => part.commits && (part.value === null || commit('value', chain, number, part.seat, part.value) !== part.commits[0]))
    if (wrong >= 0 || shuffle.roots.length !== 8) {
      this.suspicion ??= { code: 'value', field: wrong >= 0 ? `record.shuffle.parts[${wrong}].value` : 'record.shuffle.roots' }
      return null
    }
    return { t: 'reveal', deal, number, kind: 'choice', secret: drawn.choice }
  }

  private drawn(chain: string, number: number, seat: number): Drawn {
    const key = `${chain}/${number}`
    const known = this.memory.drawn[key]
    if (known) return known
    const drawn = { seat, value: this.draw(), choice: this.draw() }
    this.memory.drawn[key] = drawn
    forget(this.memory.drawn)
    this.save()
    return drawn
  }

  /** What a checked proof comes to beside what this page has seen. */
  judge(deal: number, checked: Checked | null, seen: Seen): Finding {
    const none: Finding = { deal, state: 'none', fault: null, mine: null, notes: [], bots: [], fingerprint: null }
    if (this.suspicion) return { ...none, state: 'bad', fault: this.suspicion }
    if (!checked) return this.memory.fingerprints[deal] ? { ...none, state: 'bad', fault: { code: 'told', field: 'file' } } : none
    if (!checked.proof) return { ...none, state: 'bad', fault: checked.fault }
    const { record, fingerprint } = checked.proof
    const shuffle = record.shuffle
    const finding: Finding = {
      deal,
      state: 'holds',
      fault: null,
      mine: null,
      notes: checked.notes.filter((note) => note.kind !== 'unlinked'),
      bots: shuffle.parts.filter((part) => part.kind === 'bot').map((part) => part.seat),
      fingerprint,
    }
    const bad = (code: WitnessFault, field: string): Finding => ({ ...finding, state: 'bad', fault: { code, field } })
    if (shuffle.deal !== deal) return bad('told', 'record.shuffle.deal')
    const { table, fingerprints, last } = this.memory
    if (table && record.table !== table) return bad('told', 'record.table')
    if (fingerprints[deal] && fingerprints[deal] !== fingerprint) return bad('told', 'fingerprint')
    if (fingerprints[deal - 1] && record.previous !== fingerprints[deal - 1]) return bad('told', 'record.previous')
    if (last && last.chain === shuffle.chain && last.number === shuffle.number && !goesOn(last, shuffle)) return bad('told', 'record.shuffle')
    const drawn = this.memory.drawn[`${shuffle.chain}/${shuffle.number}`]
    if (drawn) {
      const index = shuffle.parts.findIndex((part) => part.seat === drawn.seat)
      finding.mine = shuffle.parts[index]?.value === drawn.value
      if (finding.mine && shuffle.parts[index]?.choice !== drawn.choice) return bad('told', `record.shuffle.parts[${index}].choice`)
    }
    const opened = cardsOf(checked.proof)
    for (const [seat, hand] of seen) if ((opened.get(seat + 1) ?? []).join('') !== hand) return bad('seen', 'openings')
    return finding
  }

  private save(): void {
    try {
      this.store?.setItem(this.key, JSON.stringify(this.memory))
    } catch {
      // Full or forbidden: then a reload in mid-shuffle costs this page its part.
    }
  }
}

/** Keep the latest of many. */
function forget(kept: Record<string, unknown>): void {
  const keys = Object.keys(kept)
  if (keys.length > KEPT) delete kept[keys[0]!]
}

type Told = Pick<ShuffleState, 'deal' | 'chain' | 'number' | 'link' | 'commitments' | 'next_link' | 'roots'> & {
  parts: { seat: number; kind: string; commits: [string, string] | null; value: string | null; choice: string | null }[]
  stage?: ShuffleState['stage']
}

/** Whether all that was told before still stands, however much was added. */
function goesOn(before: Told, now: Told): boolean {
  const same = (['deal', 'chain', 'number', 'link', 'next_link'] as const).every((name) => before[name] === now[name])
  const grown = <T>(old: T | null, next: T | null) => old === null || JSON.stringify(old) === JSON.stringify(next)
  return (
    same &&
    before.commitments.join() === now.commitments.join() &&
    (before.roots.length === 0 || before.roots.join() === now.roots.join()) &&
    before.parts.length === now.parts.length &&
    before.parts.every((old, i) => {
      const part = now.parts[i]!
      // Who had not committed when the commits were closed cannot have done so since.
      const commits = before.stage === 'commit' ? grown(old.commits, part.commits) : JSON.stringify(old.commits) === JSON.stringify(part.commits)
      return old.seat === part.seat && old.kind === part.kind && commits && grown(old.value, part.value) && grown(old.choice, part.choice)
    })
  )
}
