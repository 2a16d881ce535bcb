/** Everything that is not the table's socket. */
import type {
  FinishedDeal, HouseRules, InvitePreview, Language, Link, Me, NewCode, NewPersonalLink, NewTable, NewTableMade, Odds, Option, Options, ReachInfo, RoomEntered, RoomInfo, RulesSheet,
} from './protocol'
import type { StepsAnswer } from './replay'

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response
  try {
    answer = await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: body === undefined ? { accept: 'application/json' } : { accept: 'application/json', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  } catch {
    throw new ApiError(0, 'offline', '')
  }
  const text = await answer.text()
  let data: unknown = null
  try {
    data = text ? JSON.parse(text) : null
  } catch {
    // A proxy's error page is no JSON.
  }
  if (!answer.ok) {
    const found = (data ?? {}) as { code?: string; message?: string; detail?: unknown }
    const detail = (typeof found.detail === 'object' && found.detail ? found.detail : found) as { code?: string; message?: string }
    throw new ApiError(answer.status, detail.code ?? 'failed', detail.message ?? '')
  }
  return data as T
}

export const proofPath = (room: string, deal: number): string => `/api/rooms/${encodeURIComponent(room)}/history/${deal}.proof.json`

const get = <T>(path: string) => call<T>('GET', path)
const post = <T>(path: string, body: unknown = {}) => call<T>('POST', path, body)

export const api = {
  me: () => get<Me | null>('/api/me'),
  session: (name: string, avatar: string, language: Language) => post<Me>('/api/session', { name, avatar, language }),
  recoveryCode: () => post<NewCode>('/api/me/recovery-code'),
  recover: (code: string) => post<Me>('/api/recover', { code }),
  rooms: () => get<RoomInfo[]>('/api/rooms'),
  reopen: (room: string) => post<RoomEntered>(`/api/rooms/${encodeURIComponent(room)}/reopen`),
  host: (table: NewTable) => post<NewTableMade>('/api/tables', table),
  practice: () => post<RoomEntered>('/api/practice'),
  invite: (token: string) => get<InvitePreview>(`/api/invites/${encodeURIComponent(token)}`),
  join: (token: string) => post<RoomEntered>(`/api/invites/${encodeURIComponent(token)}/join`),
  personalLink: (room: string, link: NewPersonalLink) => post<Link>(`/api/rooms/${encodeURIComponent(room)}/personal-links`, link),
  reach: () => get<ReachInfo>('/api/reach'),
  options: (lang: Language) => get<Options>(`/api/options?lang=${lang}`),
  sheet: (preset: string, rules: Record<string, Option>, lang: Language) => post<RulesSheet>('/api/rules-sheet', { preset, rules, lang }),
  houseRules: () => get<HouseRules[]>('/api/house-rules'),
  saveHouseRules: (rules: HouseRules) => post<unknown>('/api/house-rules', rules),
  forgetHouseRules: (name: string) => call<unknown>('DELETE', `/api/house-rules?name=${encodeURIComponent(name)}`),
  history: (room: string) => get<FinishedDeal[]>(`/api/rooms/${encodeURIComponent(room)}/history`),
  steps: (room: string, deal: number) => get<StepsAnswer>(`/api/rooms/${encodeURIComponent(room)}/history/${deal}`),
  /** The proof of one deal as it is, to be checked; null if it has none. */
  proof: async (room: string, deal: number): Promise<Uint8Array | null> => {
    const answer = await fetch(proofPath(room, deal), { credentials: 'same-origin' })
    if (answer.status === 404 || answer.status === 409) return null
    if (!answer.ok) throw new ApiError(answer.status, 'failed', '')
    return new Uint8Array(await answer.arrayBuffer())
  },
  trust: (lang: Language) => get<RulesSheet>(`/api/trust?lang=${lang}`),
  odds: (room: string) => get<Odds>(`/api/odds?room=${encodeURIComponent(room)}`),
  report: (problem: { message: string; where: string }) => post<unknown>('/api/client-errors', problem),
}
