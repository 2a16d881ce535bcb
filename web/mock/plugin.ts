/** The stand-in server as a plugin of Vite's: `npm run mock` serves the page with it, `npm run preview` the built one. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Connect, Plugin } from 'vite'
import { WebSocketServer } from 'ws'
import type { Command } from '../src/lib/protocol'
import { MockRoom, NAMES } from './engine'
import { firstUpdate, scene } from './scenes'
import { OPTIONS, SHEET } from './texts'

const rooms = new Map<string, MockRoom>()

function roomOf(id: string): MockRoom | null {
  if (id.startsWith('scene-')) return scene(id.slice(6))
  let room = rooms.get(id)
  if (!room) {
    room = new MockRoom(id, 5)
    rooms.set(id, room)
    room.begin()
  }
  return room
}

const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const REPLAY = {
  file: {
    players: ['Kabir', 'नानी', 'Asha'], starting_stacks: [5000, 5000, 5000], _seats: [1, 2, 0],
    actions: ['d dh p1 QhJhTh', 'd dh p2 ??????', 'd dh p3 KsKd7h', 'p1 bet 10', 'p2 pack', 'p3 see', 'p3 bet 40', 'p1 show'],
  },
  steps: [
    { pot: 30, seen_price: 20, paid: [10, 10, 10], left: [1, 2, 3], covered: [], seen: [], turn: 1, over: false, net: null, winners: [] },
    { pot: 40, seen_price: 20, paid: [20, 10, 10], left: [1, 2, 3], covered: [], seen: [], turn: 2, over: false, net: null, winners: [] },
    { pot: 40, seen_price: 20, paid: [20, 10, 10], left: [1, 3], covered: [], seen: [], turn: 3, over: false, net: null, winners: [] },
    { pot: 40, seen_price: 20, paid: [20, 10, 10], left: [1, 3], covered: [], seen: [3], turn: 3, over: false, net: null, winners: [] },
    { pot: 80, seen_price: 40, paid: [20, 10, 50], left: [1, 3], covered: [], seen: [3], turn: 1, over: false, net: null, winners: [] },
    { pot: 100, seen_price: 40, paid: [40, 10, 50], left: [1, 3], covered: [], seen: [3], turn: null, over: true, net: [60, -10, -50], winners: [1] },
  ],
}

function answer(path: string, method: string): unknown {
  if (path === '/api/me') return null
  if (path === '/api/session') return { guest: 'g0', name: 'Asha', avatar: '', language: 'en', }
  if (path === '/api/practice') return { room: `practice-${Date.now()}` }
  if (path === '/api/tables') return { room: 'scene-waiting', invite: 'mock-invite-token', link: 'http://192.168.1.20:8000/j/mock-invite-token' }
  if (/^\/api\/invites\/[^/]+$/.test(path)) return { table: 'Diwali at home', host: 'Asha', name: null, language: null, simple: false }
  if (/\/join$/.test(path)) return { room: 'scene-blind' }
  if (path === '/api/options') return OPTIONS
  if (path === '/api/rules-sheet') return SHEET
  if (path === '/api/rooms') return []
  if (/personal-links$/.test(path)) return { link: 'http://192.168.1.20:8000/j/mock-personal-token' }
  if (path === '/api/me/recovery-code') return { code: 'MANGO-LAMP-7421' }
  if (path === '/api/odds') return { win: 0.62, tie: 0.01, lose: 0.37, exact: true }
  if (path === '/api/house-rules') return method === 'GET' ? [] : {}
  if (path === '/api/reach') return { urls: ['http://192.168.1.20:8000', 'http://10.0.0.5:8000'], tunnel: null }
  if (/\/history\/\d+$/.test(path)) return REPLAY
  if (/\/history$/.test(path)) return [2, 1].map((deal) => ({ deal, at: Date.now() - 6e5 / deal, players: NAMES.slice(0, 3), winners: [NAMES[1]], pot: 90 * deal + 10, ended_by: 'show', net: -50 * deal }))
  if (path === '/api/client-errors') return {}
  return undefined
}

export function mockServer(): Plugin {
  const serve = (http: Server | null, use: Connect.Server, policy: boolean) => {
    use.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
      if (policy) response.setHeader('content-security-policy', POLICY)
      const path = (request.url ?? '').split('?')[0] ?? ''
      if (!path.startsWith('/api/')) return next()
      const body = answer(path, request.method ?? 'GET')
      response.setHeader('content-type', 'application/json')
      if (body === undefined) response.statusCode = 404
      response.end(JSON.stringify(body ?? null))
    })
    const sockets = new WebSocketServer({ noServer: true })
    http?.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      if (request.url === '/ws') sockets.handleUpgrade(request, socket, head, (found) => sockets.emit('connection', found))
    })
    sockets.on('connection', (socket) => {
      let room: MockRoom | null = null
      const say = (message: unknown) => socket.send(JSON.stringify(message))
      socket.on('message', (data) => {
        const message = JSON.parse(String(data)) as (Command & { id: string }) | { t: 'hello'; room: string } | { t: 'ping'; n: number }
        if (message.t === 'hello') {
          room = roomOf(message.room)
          if (!room) return say({ t: 'bye', reason: 'not_a_member', again: false })
          room.listeners.add(say)
          return say(firstUpdate(room))
        }
        if (message.t === 'ping') return say({ t: 'pong', n: message.n })
        const refused = room?.act(0, message as Command)
        if (refused) say({ t: 'refusal', id: message.id, code: refused, message: OPTIONS.errors[refused] ?? 'That is not possible.' })
        else say({ t: 'ack', id: message.id, seq: room?.seq ?? 0 })
      })
      socket.on('close', () => room?.listeners.delete(say))
    })
  }
  return {
    name: 'mock-server',
    configureServer: (server) => serve(server.httpServer as Server | null, server.middlewares, false),
    configurePreviewServer: (server) => serve(server.httpServer as Server, server.middlewares, true),
  }
}
