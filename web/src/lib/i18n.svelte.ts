import type { Language } from './protocol'
import type en from './i18n/en'

/** A message has one text, or one for each plural form of its `n`. */
export type Message = string | { one?: string; few?: string; many?: string; other: string }
export type Key = keyof typeof en
export type Messages = Record<Key, Message>
type Values = Record<string, string | number>

/** Each language under its own name in its own script. */
export const LANGUAGES: Record<Language, string> = { en: 'English', hi: 'हिन्दी', de: 'Deutsch', ru: 'Русский', id: 'Bahasa Indonesia' }
const LOCALES: Record<Language, string> = { en: 'en', hi: 'hi-IN', de: 'de', ru: 'ru', id: 'id' }
const KEY = 'teenpatti.language'

const LOADERS: Record<Language, () => Promise<{ default: Messages }>> = {
  en: () => import('./i18n/en'),
  hi: () => import('./i18n/hi'),
  de: () => import('./i18n/de'),
  ru: () => import('./i18n/ru'),
  id: () => import('./i18n/id'),
}

export const language = $state<{ now: Language }>({ now: 'en' })
let messages = $state.raw<Messages | null>(null)
let format = new Intl.NumberFormat('en')
let plurals = new Intl.PluralRules('en')

const isLanguage = (text: string | null | undefined): text is Language => !!text && text in LANGUAGES

/** The reader's own choice, else his browser's; never the host's. */
export function preferred(asked?: string | null): Language {
  if (isLanguage(asked)) return asked
  let kept: string | null = null
  try {
    kept = localStorage.getItem(KEY)
  } catch {
    // No store, no memory.
  }
  if (isLanguage(kept)) return kept
  return navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en'
}

export async function setLanguage(to: Language, keep = true): Promise<void> {
  const loaded = (await LOADERS[to]()).default
  format = new Intl.NumberFormat(LOCALES[to])
  plurals = new Intl.PluralRules(LOCALES[to])
  messages = loaded
  language.now = to
  document.documentElement.lang = to
  if (!keep) return
  try {
    localStorage.setItem(KEY, to)
  } catch {
    // As above.
  }
}

/** Chips and counts as the reader's language groups them: lakh and crore in Hindi. */
export function n(value: number): string {
  void messages
  return format.format(value)
}

/** With a sign, for wins and losses. */
export const signed = (value: number): string => (value > 0 ? `+${n(value)}` : value < 0 ? `−${n(-value)}` : n(0))

export function t(key: Key, values: Values = {}): string {
  const message = messages?.[key]
  if (message === undefined) return key
  let text: string
  if (typeof message === 'string') text = message
  else {
    const form = plurals.select(Number(values.n ?? 0)) as 'one' | 'few' | 'many' | 'other'
    text = message[form] ?? message.other
  }
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    return value === undefined ? whole : typeof value === 'number' ? n(value) : value
  })
}
