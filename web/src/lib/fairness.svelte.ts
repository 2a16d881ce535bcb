import { api } from './api'
import type { Contribution, Finding, Seen, Witness } from './fair/witness.ts'
import type { Update } from './protocol'
import { randomId } from './random'

/** A deal is over a moment before its result has been looked at; checking can wait that long. */
const CHECK_AFTER_MS = 900

const nothing = (deal: number, state: Finding['state']): Finding => ({ deal, state, fault: null, mine: null, notes: [], bots: [], fingerprint: null })

function session(): Storage | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}

/** This page's part in the shuffles of one table, and what it found out about the last deal. */
export class FairStore {
  /** About the last deal that is over. */
  finding = $state.raw<Finding | null>(null)
  private witness: Witness | null = null
  private missed: [Update, boolean] | null = null
  private checking = 0
  private timer: ReturnType<typeof setTimeout> | null = null
  private readonly room: string
  private readonly post: (message: Contribution) => void

  constructor(room: string, post: (message: Contribution) => void) {
    this.room = room
    this.post = post
  }

  /** Hashing comes after the table is there, and not at all where decks come from elsewhere. */
  private async load(): Promise<void> {
    const { Witness } = await import('./fair/witness.ts')
    this.witness = new Witness(this.room, session(), () => randomId(32))
    if (this.missed) this.heard(...this.missed)
    this.missed = null
  }

  /** `fresh`: the first update of a socket, on which nothing has been sent yet. */
  heard(update: Update, fresh: boolean): void {
    if (!update.room.fair) return
    if (!this.witness) {
      if (!this.missed) void this.load()
      this.missed = [update, fresh || (this.missed?.[1] ?? false)]
      return
    }
    const message = this.witness.take(update, fresh)
    if (message) this.post(message)
    const deal = update.room.deal
    if (deal?.over && deal.number !== this.checking) {
      this.checking = deal.number
      this.finding = nothing(deal.number, 'checking')
      this.timer = setTimeout(() => void this.look(deal.number, seenIn(update)), CHECK_AFTER_MS)
    }
  }

  private async look(deal: number, seen: Seen): Promise<void> {
    const witness = this.witness
    if (!witness) return
    let finding: Finding
    try {
      const proof = await api.proof(this.room, deal)
      const { check } = await import('./fair/check.ts')
      const checked = proof === null ? null : ((await check([['proof', proof]]))[0] ?? null)
      finding = witness.judge(deal, checked, seen)
    } catch {
      // The server cannot be reached: nothing was found out.
      finding = nothing(deal, 'none')
      this.checking = 0
    }
    if (this.finding?.deal === deal) this.finding = finding
  }

  close(): void {
    if (this.timer) clearTimeout(this.timer)
  }
}

/** The cards that this page has been shown, by seat. */
function seenIn(update: Update): Seen {
  const { room, you } = update
  const seen: Seen = new Map(you.knows)
  for (const player of room.deal?.players ?? []) {
    if (player.shown) seen.set(player.seat, player.shown)
    else if (player.seat === you.seat && you.hand) seen.set(player.seat, you.hand)
  }
  return seen
}
