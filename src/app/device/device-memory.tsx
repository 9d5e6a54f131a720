import { useEffect } from 'react'
import { noteAppKnown } from '#account/session/first-start.ts'
import { useIdentity } from '#account/session/identity.ts'
import { rememberTickets } from '#shop/tickets/had-tickets.store.ts'
import { isLasting, watchStoreState } from '#shop/device/store.ts'
import { watchMyTickets } from '#shop/tickets/wallet.store.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'

/** Saves outside the database what this device must know after the browser deletes it. */
export function DeviceMemory() {
  const identity = useIdentity()
  const owner = identity.status === 'signed-in' ? identity.userId : null
  const held = useWatched(watchMyTickets, [owner]).value?.length ?? 0
  const store = useWatched(watchStoreState, []).value
  const lasting = isLasting(store)
  useEffect(() => {
    if (owner === null) return
    noteAppKnown()
    if (held > 0 && lasting) void rememberTickets()
  }, [owner, held, lasting])
  return null
}
