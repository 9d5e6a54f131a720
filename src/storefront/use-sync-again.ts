import { useState } from 'react'

/** Try Again of a page that could not be read: `attempt` changes, so that the device is read anew, and a sync runs. */
export function useSyncAgain(): { attempt: number; retrying: boolean; retry: () => void } {
  const [attempt, setAttempt] = useState(0)
  const [retrying, setRetrying] = useState(false)
  const retry = (): void => {
    setRetrying(true)
    setAttempt((was) => was + 1)
    // The code of the sync is no part of the first page.
    void import('#shop/sync/sync.store.ts')
      .then(({ syncNow }) => syncNow())
      .catch(() => undefined)
      .finally(() => setRetrying(false))
  }
  return { attempt, retrying, retry }
}
