import { useEffect } from 'react'

/**
 * Keeps the screen awake while mounted and in front. The browser drops the lock when the page is hidden, so it is asked
 * for again on return; where there is none (or the battery is low) the screen behaves as usual.
 */
export function useWakeLock(wanted: boolean): void {
  useEffect(() => {
    if (!wanted || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let stopped = false
    const ask = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return
      try {
        const got = await navigator.wakeLock.request('screen')
        if (stopped) void got.release()
        else lock = got
      } catch {
        // Refused by the system: nothing to do about it.
      }
    }
    const onVisible = (): void => void ask()
    document.addEventListener('visibilitychange', onVisible)
    void ask()
    return () => {
      stopped = true
      document.removeEventListener('visibilitychange', onVisible)
      void lock?.release()
    }
  }, [wanted])
}
