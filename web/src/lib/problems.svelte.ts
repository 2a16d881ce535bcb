/** Exceptions of this page: shown as a sentence, told to the server without cards, and the deal goes on. */
import { api } from './api'

export const problems = $state<{ now: string | null }>({ now: null })
let told = 0

/** Leaves out what could be a hand, and everything long. */
export const withoutCards = (text: string): string => text.replace(/(?:[2-9TJQKA][cdhs]){1,4}/g, '??').slice(0, 500)

export function trouble(reason: unknown): void {
  const error = reason instanceof Error ? reason : new Error(String(reason))
  problems.now = error.message
  // A fault that repeats must not flood the server.
  if (told++ >= 5) return
  const where = (error.stack ?? '').split('\n').slice(1, 4).join(' | ')
  api.report({ message: withoutCards(`${error.name}: ${error.message}`), where: withoutCards(where) }).catch(() => undefined)
}

export function watchProblems(): void {
  addEventListener('error', (event) => trouble(event.error ?? event.message))
  addEventListener('unhandledrejection', (event) => trouble(event.reason))
}
