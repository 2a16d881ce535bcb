import { expect, test } from 'vitest'
import { moments, type StepsAnswer } from '../src/lib/replay'

const answer: StepsAnswer = {
  file: { players: ['A', 'B', 'C'], starting_stacks: [100, 100, 100], actions: ['d dh p1 QhJhTh', 'd dh p2 ??????', 'd dh p3 KsKd7h', 'p1 bet 1', 'p2 pack # bad cards', 'p3 see', 'p3 bet 4', 'p1 show', 'p2 sm 2c3d5h'] },
  steps: [
    { pot: 3, seen_price: 2, paid: [1, 1, 1], left: [1, 2, 3], covered: [], seen: [], turn: 1, over: false, net: null, winners: [] },
    { pot: 4, seen_price: 2, paid: [2, 1, 1], left: [1, 2, 3], covered: [], seen: [], turn: 2, over: false, net: null, winners: [] },
    { pot: 4, seen_price: 2, paid: [2, 1, 1], left: [1, 3], covered: [], seen: [], turn: 3, over: false, net: null, winners: [] },
    { pot: 4, seen_price: 2, paid: [2, 1, 1], left: [1, 3], covered: [], seen: [3], turn: 3, over: false, net: null, winners: [] },
    { pot: 8, seen_price: 4, paid: [2, 1, 5], left: [1, 3], covered: [], seen: [3], turn: 1, over: false, net: null, winners: [] },
    { pot: 10, seen_price: 4, paid: [4, 1, 5], left: [1, 3], covered: [], seen: [3], turn: null, over: true, net: [6, -1, -5], winners: [1] },
  ],
}

test('each action has its moment, told with what it cost', () => {
  const found = moments(answer)
  expect(found.map((moment) => moment.told)).toEqual([
    { kind: 'dealt' },
    { kind: 'blind', player: 0, amount: 1 },
    { kind: 'pack', player: 1 },
    { kind: 'saw', player: 2 },
    { kind: 'chaal', player: 2, amount: 4 },
    { kind: 'show', player: 0, amount: 2 },
  ])
  expect(found[5]!.players.map((player) => player.stack)).toEqual([96, 99, 95])
  expect(found[5]!.winners).toEqual([0])
})

test('a hand shown after the deal is not told before', () => {
  const found = moments(answer)
  expect(found[4]!.players[1]!.hand).toBeNull()
  expect(found[5]!.players[1]!.hand).toBe('2c3d5h')
})
