import { expect, test } from 'vitest'
import { clockwise, MOST_ON_RING, MOST_ON_WIDE_RING, ring } from '../src/lib/seats'

test.each([[390, 420], [320, 420], [860, 380]])('seats of a ring do not overlap on a felt of %i x %i', (width, height) => {
  const seat = width < 700 ? { w: Math.min(92, Math.max(72, width * 0.215)), h: 78 } : { w: 112, h: 90 }
  for (let count = 1; count <= (width < 700 ? MOST_ON_RING : MOST_ON_WIDE_RING); count++) {
    const spots = ring(count, width > height * 1.15)
    expect(spots).toHaveLength(count)
    spots.forEach((one, index) => {
      expect(one.x).toBeGreaterThan(5)
      expect(one.x).toBeLessThan(95)
      for (const other of spots.slice(index + 1)) {
        const apart = Math.abs(one.x - other.x) * width >= seat.w * 100 || Math.abs(one.y - other.y) * height >= seat.h * 100
        expect(apart, `${count} seats: ${JSON.stringify([one, other])}`).toBe(true)
      }
    })
  }
})

test('the ring goes clockwise from the left of the own place', () => {
  expect(clockwise([0, 2, 3, 5], 3)).toEqual([5, 0, 2])
  expect(clockwise([2, 0, 5], null)).toEqual([0, 2, 5])
  const spots = ring(4, true)
  expect(spots[0]!.x).toBeLessThan(50)
  expect(spots[3]!.x).toBeGreaterThan(50)
})
