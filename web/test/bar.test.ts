import { describe, expect, test } from 'vitest'
import { MockRoom } from '../mock/engine'
import { SCENES, scene } from '../mock/scenes'
import { shortOf, slots } from '../src/lib/bar'
import { doublings, stepOf } from '../src/lib/prices'

const of = (name: string) => {
  const room = scene(name)!
  return { room: room.room(), you: room.you() }
}
const bar = (name: string) => {
  const { room, you } = of(name)
  return slots(room, you, false)
}

describe('the action bar', () => {
  test.each(Object.keys(SCENES))('has six places in scene %s, and a reason wherever nothing is sent', (name) => {
    const places = bar(name)
    expect(Object.keys(places).sort()).toEqual(['high', 'low', 'pack', 'see', 'show', 'side'])
    for (const slot of Object.values(places)) {
      if (!slot.command && !['hide', 'peek'].includes(slot.label)) expect(slot.why).toBeTruthy()
      if (slot.command) expect(slot.why).toBeNull()
    }
  })

  test('blind: two blind bets with their prices, See, Pack', () => {
    const places = bar('blind')
    expect(places.low).toMatchObject({ label: 'blind', amount: 20, command: { t: 'bet', amount: 20 } })
    expect(places.high).toMatchObject({ label: 'blind', amount: 40 })
    expect(places.see.command?.t).toBe('see')
    expect(places.pack.command?.t).toBe('pack')
    expect(places.show.why).toBe('show_needs_two')
  })

  test('seen: chaal, and the cards can be hidden', () => {
    const places = bar('seen')
    expect(places.low).toMatchObject({ label: 'chaal', amount: 40 })
    expect(places.see.label).toBe('hide')
    expect(places.side).toMatchObject({ amount: 40, command: { t: 'side' } })
  })

  test('off turn everything says whose turn it is not', () => {
    const places = bar('theirs')
    for (const place of ['pack', 'show', 'side', 'low'] as const) expect(places[place].why).toBe('not_your_turn')
    expect(places.low.amount).toBe(40)
  })

  test('two left: a side show for the same price is not offered', () => {
    const { room, you } = of('two')
    you.legal = { ...you.legal!, show: 40, side: 40, side_seats: [1] }
    const places = slots(room, you, false)
    expect(places.show.amount).toBe(40)
    expect(places.side).toMatchObject({ command: null, why: 'side_same_as_show' })
    you.legal = { ...you.legal, show: 80 }
    expect(slots(room, you, false).side.command?.t).toBe('side')
  })

  test('asked for a side show one can refuse or accept', () => {
    const places = bar('asked')
    expect(places.low.command?.t).toBe('refuse')
    expect(places.high.command?.t).toBe('accept')
    expect(places.pack.command).toBeNull()
  })

  test('too few chips: covering, and a warning before the turn', () => {
    expect(bar('cover').low).toMatchObject({ label: 'cover', amount: 15 })
    const { room, you } = of('short')
    expect(shortOf(room, you)).toEqual({ need: 40, have: 15, cover: true })
  })

  test('any amount gives a range, doubling gives steps', () => {
    const { room, you } = of('seen')
    you.legal = { ...you.legal!, bet: [40, 80], steps: null }
    room.rules = { ...room.rules, bet_steps: 'any' }
    expect(slots(room, you, false).high).toMatchObject({ amount: 80, choices: { lowest: 41, highest: 80 } })
    you.legal = { ...you.legal, bet: [40, null], steps: null }
    expect(slots(room, you, false).high).toMatchObject({ amount: 80, choices: { lowest: 41, highest: null } })
    you.legal = { ...you.legal, bet: [40, 40] }
    expect(slots(room, you, false).high.why).toBe('highest_reached')
    expect(doublings(10, 80)).toEqual([10, 20, 40, 80])
    expect(stepOf(10, 20)).toBe(1)
    expect(stepOf(100, 1100)).toBe(100)
  })

  test('after the deal: next deal, show my hand, look at my cards', () => {
    const places = bar('win')
    expect(places.high.command?.t).toBe('ready')
    expect(places.low.command?.t).toBe('show_hand')
    expect(places.see.command?.t).toBe('look_after')
  })

  test('a spectator gets reasons only', () => {
    expect(Object.values(bar('watch')).every((slot) => slot.command === null && slot.why === 'watching')).toBe(true)
  })
})

test('nobody knows cards he may not know', () => {
  const room = new MockRoom('x', 5)
  room.begin()
  expect(room.you().hand).toBeNull()
  clearTimeout(room.timer!)
})
