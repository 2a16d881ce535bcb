/** Keeps the screen on while somebody sits at a table, where the browser can (it needs https or localhost). */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null
  let over = false
  const take = async () => {
    if (over || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
    try {
      lock = await navigator.wakeLock.request('screen')
      if (over) await lock.release()
    } catch {
      // Low battery or plain http: the screen may go dark, the seat stays.
    }
  }
  const again = () => void take()
  document.addEventListener('visibilitychange', again)
  void take()
  return () => {
    over = true
    document.removeEventListener('visibilitychange', again)
    void lock?.release()
  }
}
