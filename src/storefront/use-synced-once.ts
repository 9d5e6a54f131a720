import { useEffect, useState } from 'react'
import { syncNow } from '#shop/sync/sync.store.ts'

/** Syncs once when `needed`; true when that sync has ended. */
export function useSyncedOnce(needed: boolean): boolean {
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!needed || done) return
    void syncNow().finally(() => setDone(true))
  }, [needed, done])
  return done
}
