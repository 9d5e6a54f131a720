import { parseSession, SESSION_KEY } from '#platform/supabase/stored-session.ts'
import { openStore } from '#shop/device/store.ts'
import { textOf } from './current-user.store.ts'

export interface OthersHere {
  /** Null when the device knows neither name nor address. */
  name: string | null
  tickets: number
  signedIn: boolean
}

/** Returns the customer whom `userId` would replace on this device; null when there is none. */
export async function customerToReplace(userId: string): Promise<OthersHere | null> {
  const store = await openStore()
  const session = parseSession(textOf(await store.table('session').get(SESSION_KEY)))
  const signedIn = session !== null && session.user.id !== userId
  const tickets = (await store.table('tickets').all()).filter((row) => row.ownerId !== userId)
  const ownerId = signedIn ? session.user.id : tickets[0]?.ownerId
  if (ownerId === undefined) return null
  const profile = await store.table('profiles').get(ownerId)
  const address = session?.user.id === ownerId ? session.user.email : undefined
  return { name: profile?.name || address || null, tickets: tickets.length, signedIn }
}
