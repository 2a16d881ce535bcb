import { describe, expect, test } from 'vitest'
import { arrange, compare, parseHand, strength, whyBetter } from '../src/lib/cards'

const hand = (text: string) => parseHand(text)

describe('hands', () => {
  test('are read and arranged as people hold them', () => {
    expect(hand('AsTd2c')).toEqual([{ rank: 'A', suit: 's' }, { rank: 'T', suit: 'd' }, { rank: '2', suit: 'c' }])
    expect(hand('')).toEqual([])
    expect(hand('??????')).toEqual([])
    expect(arrange(hand('7cKsKd')).map((card) => card.rank)).toEqual(['K', 'K', '7'])
  })

  test.each([
    ['AsAhAd', 'trail'], ['KhQhJh', 'pure_sequence'], ['9s8d7h', 'sequence'], ['AdJd4d', 'colour'], ['KsKd7c', 'pair'], ['AhTs6c', 'high_card'], ['As2d3c', 'sequence'], ['2sAdKc', 'high_card'],
  ])('%s is a %s', (text, expected) => expect(strength(hand(text))?.hand).toBe(expected))

  test.each([['top', 1], ['second', -1], ['lowest', -1]])('place of A-2-3: %s', (place, sign) => {
    expect(Math.sign(compare(hand('As2d3c'), hand('AhKdQc'), { ace_run: place }))).toBe(sign)
  })

  test('A-2-3 is no run where the table says so', () => expect(strength(hand('As2d3c'), { ace_run: 'none' })?.hand).toBe('high_card'))

  test('muflis turns the order round', () => {
    expect(compare(hand('2c3d5h'), hand('AsAhAd'), { lowball: true })).toBeGreaterThan(0)
  })

  test('reasons name what decides', () => {
    expect(whyBetter(hand('KsKdTc'), hand('KhKc7h'), {})).toEqual({ kind: 'rank', hand: 'pair', winner: { rank: 'T', suit: 'c' }, loser: { rank: '7', suit: 'h' } })
    expect(whyBetter(hand('9s8d7h'), hand('KhKc7c'), {})).toEqual({ kind: 'class', winner: 'sequence', loser: 'pair' })
    expect(whyBetter(hand('KsKdTc'), hand('KhKcTh'), {})).toEqual({ kind: 'equal' })
    expect(whyBetter(hand('3s3d3c'), hand('AhAcAd'), { top_trail: 'three' })).toMatchObject({ kind: 'rank', winner: { rank: '3' } })
    expect(whyBetter(hand('KsKdTc'), hand('KhKc7h'), { wild: 'ak47' })).toBeNull()
  })
})
