/** One's chances at a practice table, as a sentence. */
import { api } from './api'
import { t } from './i18n.svelte'
import { problemWords } from './me.svelte'

export async function chances(room: string): Promise<string> {
  try {
    const odds = await api.odds(room)
    const part = new Intl.NumberFormat(document.documentElement.lang, { style: 'percent', maximumFractionDigits: 1 })
    const share = (value: number) => (odds.exact ? '' : '≈ ') + part.format(value)
    return t('odds.are', { win: share(odds.win), tie: share(odds.tie), n: odds.opponents })
  } catch (reason) {
    return problemWords(reason)
  }
}
