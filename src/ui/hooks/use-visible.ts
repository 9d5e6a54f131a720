import { useSyncExternalStore, useEffect } from 'react'

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

export const useVisible = (): boolean => useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')

/** Keeps the screen awake while `wanted` and the page is visible: browsers drop the lock of a hidden page. */
export function useWakeLock(wanted: boolean): void {
  const on = useVisible() && wanted
  useEffect(() => {
    if (!on || !('wakeLock' in navigator)) return
    const lock = navigator.wakeLock.request('screen').catch(() => null)
    return () => void lock.then((held) => held?.release())
  }, [on])
}
