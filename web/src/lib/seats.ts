/** Where the others sit around the table, clockwise from the left of your own place at the bottom. */

export interface Spot {
  /** Per cent of the felt's width and height. */
  x: number
  y: number
}

/** More than this many others make a list: a ring would be too tight to read. */
export const MOST_ON_RING = 7
export const MOST_ON_WIDE_RING = 9

/** Every count has its own places, so that seats and the pot never touch. */
const UPRIGHT: Record<number, [number, number][]> = {
  1: [[50, 15]],
  2: [[22, 19], [78, 19]],
  3: [[15, 48], [50, 15], [85, 48]],
  4: [[15, 58], [24, 17], [76, 17], [85, 58]],
  5: [[14, 66], [16, 34], [50, 14], [84, 34], [86, 66]],
  6: [[14, 74], [13, 43], [31, 14], [69, 14], [87, 43], [86, 74]],
  7: [[14, 79], [12, 50], [20, 20], [50, 13], [80, 20], [88, 50], [86, 79]],
}

const WIDE: Record<number, [number, number][]> = {
  1: [[50, 14]],
  2: [[26, 16], [74, 16]],
  3: [[12, 46], [50, 14], [88, 46]],
  4: [[9, 58], [30, 16], [70, 16], [91, 58]],
  5: [[8, 62], [20, 22], [50, 14], [80, 22], [92, 62]],
  6: [[8, 64], [17, 24], [39, 14], [61, 14], [83, 24], [92, 64]],
  7: [[10, 74], [8, 40], [26, 15], [50, 14], [74, 15], [92, 40], [90, 74]],
  8: [[12, 78], [7, 44], [22, 16], [41, 14], [59, 14], [78, 16], [93, 44], [88, 78]],
  9: [[12, 78], [7, 45], [20, 17], [35, 14], [50, 14], [65, 14], [80, 17], [93, 45], [88, 78]],
}

/**
 * Spots for `count` others. `wide`: a table that is wider than high. `gap` leaves the bottom free for one's own place;
 * a spectator has none, so his ring is whole.
 */
export function ring(count: number, wide: boolean, gap = true): Spot[] {
  if (count === 0) return []
  const laid = gap ? (wide ? WIDE : UPRIGHT)[count] : undefined
  if (laid) return laid.map(([x, y]) => ({ x, y }))
  // Degrees clockwise from the bottom.
  const free = gap ? 64 : 180 / count
  const spread = 360 - 2 * free
  return Array.from({ length: count }, (_, index) => {
    const at = count === 1 ? 180 : free + (spread * index) / (count - 1)
    const angle = ((at + 90) * Math.PI) / 180
    // A rounded rectangle rather than an ellipse: phones are narrow, and corners are room for seats.
    const power = wide ? 0.8 : 0.72
    const x = Math.sign(Math.cos(angle)) * Math.abs(Math.cos(angle)) ** power
    const y = Math.sign(Math.sin(angle)) * Math.abs(Math.sin(angle)) ** power
    return { x: 50 + x * (wide ? 43 : 38), y: 48 + y * (wide ? 40 : 40) }
  })
}

/** The seats in order, starting left of `own` (or from the first for a spectator), without `own`. */
export function clockwise(seats: number[], own: number | null): number[] {
  const sorted = [...seats].sort((a, b) => a - b)
  if (own === null) return sorted
  return [...sorted.filter((seat) => seat > own), ...sorted.filter((seat) => seat < own)]
}
