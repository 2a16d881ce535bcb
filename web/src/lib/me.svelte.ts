/** Who this browser is to the server. Nobody, until a tap makes a guest. */
import { api, ApiError } from './api'
import { language, t } from './i18n.svelte'
import type { Me } from './protocol'

export const me = $state<{ now: Me | null; known: boolean }>({ now: null, known: false })
const KEY = 'teenpatti.name'

export async function whoAmI(): Promise<void> {
  try {
    me.now = await api.me()
  } catch {
    me.now = null
  }
  me.known = true
}

export function lastName(): string {
  try {
    return localStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

/** The guest of this browser, made now if there is none; called only by a tap. */
export async function becomeGuest(name: string, avatar = ''): Promise<Me> {
  const wanted = name.trim() || me.now?.name || t('guest')
  try {
    localStorage.setItem(KEY, wanted)
  } catch {
    // Asked again next time.
  }
  if (me.now && me.now.name === wanted && !avatar) return me.now
  me.now = await api.session(wanted, avatar, language.now)
  return me.now
}

/** What went wrong, as a sentence with what to do. */
export function problemWords(problem: unknown): string {
  if (problem instanceof ApiError) return problem.code === 'offline' ? t('net.offline') : problem.message || t('failed')
  return t('failed')
}
