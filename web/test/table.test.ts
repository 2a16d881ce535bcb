import { cleanup, render } from '@testing-library/svelte'
import { flushSync } from 'svelte'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { MockRoom } from '../mock/engine'
import { firstUpdate, scene } from '../mock/scenes'
import ActionBar from '../src/components/ActionBar.svelte'
import Hand from '../src/components/Hand.svelte'
import { setLanguage } from '../src/lib/i18n.svelte'
import { settings } from '../src/lib/settings.svelte'
import { GUARD_MS, TableStore } from '../src/lib/table.svelte'
import { withoutCards } from '../src/lib/problems.svelte'

const silent = { readyState: 1, send: vi.fn(), close: vi.fn() }
const around = { open: () => silent as unknown as WebSocket, now: () => Date.now() }

beforeAll(() => setLanguage('en', false))
beforeEach(() => {
  vi.useFakeTimers()
  settings.sound = false
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function at(name: string): { table: TableStore; room: MockRoom } {
  const room = scene(name)!
  const table = new TableStore('x', around)
  table.apply(firstUpdate(room))
  return { table, room }
}

describe('the table', () => {
  test('a blind hand is nowhere in the page', () => {
    const { table, room } = at('blind')
    const { container } = render(Hand, { table })
    expect(container.querySelectorAll('.back')).toHaveLength(3)
    expect(container.querySelector('.face')).toBeNull()
    const secret = room.hands.get(0)!
    expect(JSON.stringify([table.room, table.you])).not.toContain(secret)
    expect(container.innerHTML).not.toMatch(/king|K of|suit-/)
  })

  test('a hand that was seen can be hidden again', () => {
    const { table } = at('seen')
    const { container } = render(Hand, { table })
    expect(container.querySelectorAll('.face')).toHaveLength(3)
    expect(container.textContent).toContain('Pair')
    table.hidden = true
    flushSync()
    expect(container.querySelector('.face')).toBeNull()
  })

  test('the places of the bar keep their elements, so the focus is never lost', async () => {
    const { table, room } = at('blind')
    const { container } = render(ActionBar, { table })
    const low = container.querySelector<HTMLButtonElement>('[data-place=low]')!
    low.focus()
    room.player(0).seen = true
    table.apply(firstUpdate(room))
    flushSync()
    expect(document.activeElement).toBe(container.querySelector('[data-place=low]'))
    expect(container.querySelector('[data-place=low]')!.textContent).toContain('Chaal')
    room.deal!.turn = 2
    room.deal!.turn_number += 1
    table.apply(firstUpdate(room))
    flushSync()
    expect(document.activeElement).toBe(low)
    expect(low.getAttribute('aria-disabled')).toBe('true')
  })

  test('See never sits beside Pack', () => {
    const { table } = at('blind')
    const { container } = render(ActionBar, { table })
    const places = [...container.querySelectorAll('.upper [data-place]')].map((item) => (item as HTMLElement).dataset.place)
    expect(Math.abs(places.indexOf('pack') - places.indexOf('see'))).toBeGreaterThan(1)
  })

  test('taps in the first moments of a turn do nothing', async () => {
    const { table } = at('blind')
    const send = vi.spyOn(table, 'send').mockResolvedValue(true)
    await table.press(table.slots!.low)
    expect(send).not.toHaveBeenCalled()
    vi.advanceTimersByTime(GUARD_MS + 1)
    await table.press(table.slots!.low)
    expect(send).toHaveBeenCalledOnce()
  })

  test('what is not legal says why', () => {
    const { table } = at('theirs')
    const { container } = render(ActionBar, { table })
    container.querySelector<HTMLButtonElement>('[data-place=pack]')!.click()
    expect(table.toast?.text).toBeTruthy()
  })

  test('the simple view offers See, Pack, lowest and highest bet only', () => {
    const { table } = at('blind')
    const { container } = render(ActionBar, { table, simple: true })
    const places = [...container.querySelectorAll('[data-place]')].map((item) => (item as HTMLElement).dataset.place)
    expect(places).toEqual(['pack', 'see', 'low', 'high'])
  })

  test('a show opens the asked hand first, card by card, then says who wins and why', () => {
    const { table, room } = at('two')
    room.hands.set(0, 'KsKd7h')
    room.hands.set(1, 'KhKcTd')
    room.listeners.add((update) => table.apply(update))
    expect(room.act(0, { t: 'show', deal: 1, turn: room.deal!.turn_number })).toBeNull()
    expect(table.reveal?.hands.map((hand) => hand.seat)).toEqual([1, 0])
    expect(table.reveal?.open).toBe(0)
    expect(table.revealDone).toBe(false)
    vi.advanceTimersByTime(480 * 3 + 10)
    expect(table.reveal?.open).toBe(3)
    vi.advanceTimersByTime(480 * 3 + 10)
    expect(table.revealDone).toBe(true)
    expect(table.resultWords()).toBe('Kabir wins 160. Both: Pair. 10 beats 7.')
    expect(table.said).toContain('Kabir wins 160')
    room.wait(1e9, () => undefined)
  })

  test('the live region tells what others do and what one may do', () => {
    const { table, room } = at('theirs')
    room.listeners.add((update) => table.apply(update))
    for (const player of room.deal!.players) if (player.seat > 1) player.packed = true
    room.act(1, { t: 'bet', deal: 1, turn: room.deal!.turn_number, amount: 40 })
    expect(table.said).toContain('Kabir: Chaal 40')
    expect(table.said).toContain('Your turn')
    expect(table.said).toContain('Chaal 40')
    room.wait(1e9, () => undefined)
  })

  test('reports of problems carry no cards', () => {
    expect(withoutCards('TypeError: KsKd7h is As not Td2c')).toBe('TypeError: ?? is ?? not ??')
  })
})
