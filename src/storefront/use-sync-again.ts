import { useState } from 'react'

/** `retry` syncs and changes `attempt`, so that the device is read again. */
export function useSyncAgain(): { attempt: number; retrying: boolean; retry: () => void } {
  const [attempt, setAttempt] = useState(0)
  const [retrying, setRetrying] = useState(false)
  const retry = (): void => {
    setRetrying(true)
    setAttempt((was) => was + 1)
    // The sync's code is not part of the first page.
    void import('#shop/sync/sync.store.ts')
      .then(({ syncNow }) => syncNow())
      .catch(() => undefined)
      .finally(() => setRetrying(false))
  }
  return { attempt, retrying, retry }
}
