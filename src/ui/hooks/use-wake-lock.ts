import { useEffect } from 'react'
import { useVisible } from './use-visible.ts'

/**
 * Keeps the screen awake while it is `wanted` and the page is in front. The browser drops the lock when the page is hidden. Where there is no
 * lock, or the system refuses one (a low battery), the screen behaves as usual.
 */
export function useWakeLock(wanted: boolean): void {
  const on = useVisible() && wanted
  useEffect(() => {
    if (!on || !('wakeLock' in navigator)) return
    const lock = navigator.wakeLock.request('screen').catch(() => null)
    return () => void lock.then((held) => held?.release())
  }, [on])
}
