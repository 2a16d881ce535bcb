/** Single moments of a table, for looking at the page: `/t/scene-NAME`. */
import { MockRoom } from './engine'
import type { Update } from '../src/lib/protocol'

type Scene = (room: MockRoom) => void

function dealt(room: MockRoom): void {
  room.begin()
  room.wait(1e9, () => undefined)
  const hands = ['KsKd7h', '9c5d2s', 'QhJhTh', 'AdJd4d', '8s8c3d', 'Th6s2c', 'AcTs9h', 'KcQc4s', '7d7s2h']
  room.deal!.players.forEach((player) => room.hands.set(player.seat, hands[player.seat] ?? '9d8c2d'))
  // Middle of a deal: some have looked, one has packed.
  const state: Record<number, Partial<{ seen: boolean; packed: boolean }>> = { 1: { seen: true }, 3: { packed: true, seen: true }, 4: { seen: true }, 6: { packed: true } }
  for (const player of room.deal!.players) {
    Object.assign(player, state[player.seat] ?? {})
    const paid = player.packed ? 20 : player.seen ? 60 : 40
    player.paid += paid
    player.stack! -= paid
    room.deal!.pot += paid
    room.bet.add(player.seat)
  }
  room.deal!.players.filter((player) => player.seat !== room.me).forEach((player, index) => (player.stack! += [7260, -480, 123400, 15500, 820][index % 5]!))
  room.deal!.turn = room.me
  room.deal!.price = 40
  room.deal!.left_ms = 21000
}

const me = (room: MockRoom) => room.player(room.me)

export const SCENES: Record<string, { count: number; human?: boolean; set: Scene }> = {
  blind: { count: 5, set: dealt },
  seen: { count: 5, set: (room) => (dealt(room), (me(room).seen = true)) },
  theirs: { count: 5, set: (room) => (dealt(room), (me(room).seen = true), (room.deal!.turn = 1)) },
  short: { count: 5, set: (room) => (dealt(room), (me(room).seen = true), (me(room).stack = 15), (room.deal!.turn = 2)) },
  cover: { count: 5, set: (room) => (dealt(room), (me(room).seen = true), (me(room).stack = 15)) },
  two: { count: 2, set: (room) => (dealt(room), (me(room).seen = true), (room.player(1).seen = true)) },
  asked: { count: 5, set: (room) => (dealt(room), (me(room).seen = true), (room.deal!.side = { asker: 1, target: 0 })) },
  packed: { count: 5, set: (room) => (dealt(room), (me(room).packed = true), (room.deal!.turn = 1)) },
  eight: { count: 8, set: dealt },
  nine: { count: 9, set: dealt },
  seventeen: { count: 17, set: dealt },
  watch: { count: 6, human: false, set: dealt },
  waiting: { count: 2, set: (room) => ((room.phase = 'waiting'), (room.deal = null)) },
  alone: { count: 1, set: (room) => ((room.phase = 'waiting'), (room.deal = null)) },
  show: {
    count: 5,
    set: (room) => {
      dealt(room)
      for (const player of room.deal!.players) if (player.seat > 1) player.packed = true
      me(room).seen = true
      room.player(1).seen = true
      room.hands.set(1, 'KhKcTd')
      room.show([1, 0], [], 0)
      room.wait(1e9, () => undefined)
    },
  },
  win: {
    count: 5,
    set: (room) => {
      dealt(room)
      for (const player of room.deal!.players) if (player.seat > 0) player.packed = true
      room.finish([], [0], 'pack')
      room.wait(1e9, () => undefined)
    },
  },
  limit: {
    count: 6,
    set: (room) => {
      dealt(room)
      for (const player of room.deal!.players) player.seen = true
      me(room).seen = true
      room.show([1, 2, 4, 0], [], null)
      room.deal!.ended_by = 'limit'
      room.wait(1e9, () => undefined)
    },
  },
}

export function scene(name: string): MockRoom | null {
  const found = SCENES[name]
  if (!found) return null
  const room = new MockRoom(`scene-${name}`, found.count, found.human ?? true)
  found.set(room)
  return room
}

export const firstUpdate = (room: MockRoom): Update => ({ t: 'update', seq: room.seq, events: [], room: structuredClone(room.room()), you: room.you(), chat: [{ guest: 'g1', name: 'Kabir', text: 'Happy Diwali!' }, { guest: 'g2', name: 'नानी', text: 'सबको शुभ दीपावली 🪔' }] })
