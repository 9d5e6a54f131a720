import { parseSession, SESSION_ENDED_KEY, SESSION_KEY, type StoredSession } from '#platform/supabase/stored-session.ts'
import type { HeldRole } from './role.ts'
import type { Profile } from './profile.ts'
import { isDeviceAwaited, openStore } from '#shop/device/store.ts'
import { StoreTimeoutError } from '#platform/device/wait.ts'
import type { Observable } from '#platform/observable/observable.ts'
import type { Store } from '#shop/device/store-types.ts'
import { watch } from '#shop/device/observable.ts'
import { omit } from '#shop/device/omit.ts'

/** Only reads, so that the first page loads nothing that calls the backend; session.store.ts writes the session. */

export interface SessionState {
  session: StoredSession | null
  /** The server ended the last session; the person did not sign out. */
  ended: boolean
}

/** Sends the session in every tab; sends nothing while the device cannot be read. */
export function watchSession(): Observable<SessionState> {
  return watch(async (store) => {
    if (isAwaited(store)) return silence()
    const session = parseSession(textOf(await store.table('session').get(SESSION_KEY)))
    const ended = await store.table('session').get(SESSION_ENDED_KEY)
    return { session, ended: session === null && ended !== undefined }
  })
}

export function textOf(row: { value: unknown } | undefined): string | null {
  return typeof row?.value === 'string' ? row.value : null
}

/** Returns the id of the signed-in person; null for a visitor. Rejects while the device cannot be read. */
export const ownerIn = async (store: Store): Promise<string | null> => {
  // null would mean that nothing was ever bought here.
  if (isAwaited(store)) throw new StoreTimeoutError('the device cannot be read now')
  return parseSession(textOf(await store.table('session').get(SESSION_KEY)))?.user.id ?? null
}

/** Never resolves: a slow database must not look like signed out. Readers run again once it is open. */
const silence = (): Promise<never> => new Promise(() => undefined)

const isAwaited = (store: Store): boolean => store.kind === 'memory' && isDeviceAwaited()

export const owner = async (): Promise<string | null> => ownerIn(await openStore())

/** Emits the roles as last received; undefined before that. */
export function watchRoles(): Observable<{ userId: string | null; roles: readonly HeldRole[] | undefined }> {
  return watch(async (store) => {
    if (isAwaited(store)) return silence()
    const userId = await ownerIn(store)
    const row = userId === null ? undefined : await store.table('people').get(userId)
    return { userId, roles: row?.roles }
  })
}

/** Emits the profile as last received; null before that, and for a visitor. */
export function watchMyProfile(): Observable<Profile | null> {
  return watch(async (store) => {
    if (isAwaited(store)) return silence()
    const ownerId = await ownerIn(store)
    const row = ownerId === null ? undefined : await store.table('profiles').get(ownerId)
    return row ? omit(row, 'ownerId') : null
  })
}

export const walletKey = (ownerId: string): string => `wallet:${ownerId}`

export const dismissedKey = (ownerId: string): string => `dismissed:${ownerId}`

export const queuesKey = (ownerId: string): string => `queues:${ownerId}`

export interface WalletMark {
  /** Time of its request and of storing the rows, ms on this device's clock. */
  at: number
  savedAt: number
  /** Null when a row was stored outside a sync since: the next sync reads all. */
  digest: string | null
  arrived: string[]
}

export async function walletMark(store: Store, ownerId: string): Promise<WalletMark | undefined> {
  return (await store.table('meta').get(walletKey(ownerId)))?.value as WalletMark | undefined
}
