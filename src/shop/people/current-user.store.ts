import { parseSession, SESSION_ENDED_KEY, SESSION_KEY, type StoredSession } from '#platform/supabase/stored-session.ts'
import type { Role } from './role.ts'
import type { Profile } from './profile.ts'
import { isDeviceAwaited, openStore } from '#shop/device/store.ts'
import { StoreTimeoutError } from '#platform/device/wait.ts'
import type { Observable } from '#platform/observable/observable.ts'
import type { Store } from '#shop/device/store-types.ts'
import { watch } from '#shop/device/observable.ts'
import { omit } from '#shop/device/omit.ts'

/*
 * Who this device says is here: reading alone, so that the first page needs nothing that can ask the backend. What
 * asks imports session.store.ts, which says where the session is kept.
 */

export interface SessionState {
  session: StoredSession | null
  /** Nobody is signed in because the server refused the last session, not because somebody signed out. */
  ended: boolean
}

/** Who is signed in according to this device, in every tab. Silent while the device cannot be read. */
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

/** Whose rows may be read now; null for a visitor. Rejects while the device that knows cannot be read. */
export const ownerIn = async (store: Store): Promise<string | null> => {
  // Nobody here would read as: nothing was ever bought here.
  if (isAwaited(store)) throw new StoreTimeoutError('the device cannot be read now')
  return parseSession(textOf(await store.table('session').get(SESSION_KEY)))?.user.id ?? null
}

/**
 * Says nothing: nobody is taken for signed out because the database is slow to come back. Whatever follows it reads
 * again once the device is there.
 */
const silence = (): Promise<never> => new Promise(() => undefined)

const isAwaited = (store: Store): boolean => store.kind === 'memory' && isDeviceAwaited()

export const owner = async (): Promise<string | null> => ownerIn(await openStore())

/** The signed-in person's role as the device last heard it; undefined before it ever did. */
export function watchRole(): Observable<{ userId: string | null; role: Role | undefined }> {
  return watch(async (store) => {
    if (isAwaited(store)) return silence()
    const userId = await ownerIn(store)
    const row = userId === null ? undefined : await store.table('people').get(userId)
    return { userId, role: row?.role }
  })
}

/** The signed-in person's profile as this device last heard it; null before that, and for a visitor. */
export function watchMyProfile(): Observable<Profile | null> {
  return watch(async (store) => {
    if (isAwaited(store)) return silence()
    const ownerId = await ownerIn(store)
    const row = ownerId === null ? undefined : await store.table('profiles').get(ownerId)
    return row ? omit(row, 'ownerId') : null
  })
}

/** Key in `meta` of a person's wallet sync. */
export const walletKey = (ownerId: string): string => `wallet:${ownerId}`

/** Key in `meta` of the rejected payments that a person has dismissed. */
export const dismissedKey = (ownerId: string): string => `dismissed:${ownerId}`

/** What a person's last wallet sync noted, in the transaction that stored its rows. */
export interface WalletMark {
  /** When it asked, and when its rows were stored, ms on this device's clock. */
  at: number
  savedAt: number
  /** The server's digest of what was read; null when something was stored since without it: the next sync reads all. */
  digest: string | null
  /** Orders whose submission was sent and that the server was seen to have. */
  arrived: string[]
}

export async function walletMark(store: Store, ownerId: string): Promise<WalletMark | undefined> {
  const found = (await store.table('meta').get(walletKey(ownerId)))?.value as WalletMark | number | undefined
  // Versions before noted the time alone.
  return typeof found === 'number' ? { at: found, savedAt: found, digest: null, arrived: [] } : found
}
