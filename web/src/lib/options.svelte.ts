/** The rules' own words, from the server in the reader's language; loaded once per language. */
import { api } from './api'
import { language, t } from './i18n.svelte'
import type { Language, Options } from './protocol'

const state = $state<{ now: Options | null; of: Language | null }>({ now: null, of: null })
let loading: Language | null = null

export function options(): Options | null {
  const wanted = language.now
  if (state.of !== wanted && loading !== wanted) {
    loading = wanted
    api.options(wanted).then(
      (found) => {
        loading = null
        state.now = found
        state.of = wanted
      },
      () => {
        // Tried again when somebody asks; until then the page has its own short sentence.
        setTimeout(() => (loading = null), 3000)
      },
    )
  }
  return state.now
}

const OWN = new Set(['watching', 'next_deal', 'highest_reached', 'side_same_as_show', 'nothing_to_show', 'ready_already', 'paused'])

/** Why something is not possible now, as a sentence. */
export function whyNot(code: string): string {
  if (OWN.has(code)) return t(`no.${code}` as Parameters<typeof t>[0])
  return options()?.errors[code] ?? t('not_possible')
}
