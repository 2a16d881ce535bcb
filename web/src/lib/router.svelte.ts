/** The address bar decides the screen; links stay links. */
const now = () => ({ path: location.pathname, query: new URLSearchParams(location.search) })
export const route = $state<{ at: { path: string; query: URLSearchParams } }>({ at: now() })

addEventListener('popstate', () => (route.at = now()))

export function go(path: string, replace = false): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', path)
  route.at = now()
  scrollTo(0, 0)
}

/** Turns clicks on links of this page's own into moves without loading it again. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  const link = (event.target as Element | null)?.closest('a')
  if (!link || link.origin !== location.origin || link.hasAttribute('download') || link.target || link.pathname.startsWith('/api/')) return
  event.preventDefault()
  go(link.pathname + link.search)
}
