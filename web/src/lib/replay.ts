/** A finished deal step by step, from the hand file and the states that the server sends. */

export interface StepsAnswer {
  file: { players: string[]; actions: string[]; starting_stacks?: number[]; _seats?: number[] }
  steps: Step[]
}

interface Step {
  pot: number
  seen_price: number
  paid: number[]
  left: number[]
  covered: number[]
  seen: number[]
  turn: number | null
  over: boolean
  net: number[] | null
  winners: number[]
}

export type Told =
  | { kind: 'dealt' }
  | { kind: 'saw' | 'pack' | 'leave' | 'accept' | 'refuse' | 'best'; player: number }
  | { kind: 'blind' | 'chaal' | 'cover' | 'show'; player: number; amount: number }
  | { kind: 'side'; player: number; other: number; amount: number }

export interface Moment {
  told: Told
  pot: number
  price: number
  turn: number | null
  over: boolean
  winners: number[]
  players: { stack: number | null; paid: number; seen: boolean; packed: boolean; covered: boolean; hand: string | null; net: number | null }[]
}

const place = (word: string | undefined): number => Number(word?.slice(1)) - 1

/** One moment after the boots, then one after each action; players count from 0 in playing order. */
export function moments(answer: StepsAnswer): Moment[] {
  const hands: (string | null)[] = answer.file.players.map(() => null)
  const shown: (string | null)[] = [...hands]
  const told: Told[] = [{ kind: 'dealt' }]
  let before = answer.steps[0]
  for (const line of answer.file.actions) {
    const words = line.split('#')[0]!.trim().split(/\s+/)
    if (words[0] === 'd' && words[1] === 'dh') {
      if (words[3] && !words[3].includes('?')) hands[place(words[2])] = words[3]
      continue
    }
    if (words[1] === 'sm') {
      shown[place(words[0])] = words[2] ?? null
      continue
    }
    if (words[0] === 'd' && words[1] !== 'best') continue
    const after = answer.steps[told.length]
    if (!after) break
    told.push(tellOne(words, before, after))
    before = after
  }
  return answer.steps.slice(0, told.length).map((step, index) => ({
    told: told[index]!,
    pot: step.pot,
    price: step.seen_price,
    turn: step.turn === null ? null : step.turn - 1,
    over: step.over,
    winners: step.winners.map((player) => player - 1),
    players: answer.file.players.map((_, player) => ({
      stack: answer.file.starting_stacks ? (answer.file.starting_stacks[player] ?? 0) - (step.paid[player] ?? 0) : null,
      paid: step.paid[player] ?? 0,
      seen: step.seen.includes(player + 1),
      packed: !step.left.includes(player + 1) && !step.covered.includes(player + 1),
      covered: step.covered.includes(player + 1),
      hand: hands[player] ?? (step.over ? (shown[player] ?? null) : null),
      net: step.net?.[player] ?? null,
    })),
  }))
}

function tellOne(words: string[], before: Step | undefined, after: Step): Told {
  const [who, verb, object] = words
  const player = place(who)
  const amount = (after.paid[player] ?? 0) - (before?.paid[player] ?? 0)
  switch (verb) {
    case 'bet':
      return { kind: before?.seen.includes(player + 1) ? 'chaal' : 'blind', player, amount }
    case 'see':
      return { kind: 'saw', player }
    case 'show':
    case 'cover':
      return { kind: verb, player, amount }
    case 'side':
      return { kind: 'side', player, other: place(object), amount }
    case 'best':
      return { kind: 'best', player: place(object) }
    case 'pack':
    case 'leave':
    case 'accept':
    case 'refuse':
      return { kind: verb, player }
    default:
      return { kind: 'dealt' }
  }
}
