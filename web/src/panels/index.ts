/** Everything around the table, loaded when it is first opened. */
import type { Component } from 'svelte'
import type { RoomState, You } from '../lib/protocol'
import type { TableStore } from '../lib/table.svelte'

export type PanelName = 'menu' | 'chat' | 'score' | 'rules' | 'ranking' | 'invite' | 'host' | 'settings' | 'player' | 'fair'

export interface PanelProps {
  table: TableStore
  room: RoomState
  you: You
  seat: number | null
  go: (name: PanelName) => void
  onclose: () => void
}

type Loader = () => Promise<{ default: Component<PanelProps> }>

export const PANELS: Record<PanelName, Loader> & { side: () => Promise<{ default: Component<{ table: TableStore; room: RoomState }> }> } = {
  menu: () => import('./Menu.svelte'),
  chat: () => import('./Chat.svelte'),
  score: () => import('./Score.svelte'),
  rules: () => import('./Rules.svelte'),
  ranking: () => import('./Ranking.svelte'),
  invite: () => import('./Invite.svelte'),
  host: () => import('./Host.svelte'),
  settings: () => import('./Settings.svelte'),
  player: () => import('./Player.svelte'),
  fair: () => import('./Fair.svelte'),
  side: () => import('./Side.svelte'),
}
