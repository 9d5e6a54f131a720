import { parseSession, SESSION_ENDED_KEY, SESSION_KEY, type StoredSession } from '#backend/stored-session.ts'
import type { Role } from '#backend/people-api.ts'
import type { Profile } from '#domain/profile.ts'
import { openStore } from './store.ts'
import type { Store } from './table.ts'
import { watch, type Watch } from './watch.ts'
import { without } from './without.ts'

/*
 * Who this device says is here: reading alone, so that the first page needs nothing that can ask the backend. What
 * asks imports session.ts, which says where the session is kept.
 */

export interface SessionState {
  session: StoredSession | null
  /** Nobody is signed in because the server refused the last session, not because somebody signed out. */
  ended: boolean
}

/** Who is signed in according to this device, in every tab. */
export function watchSession(): Watch<SessionState> {
  return watch(async (store) => {
    const session = parseSession(textOf(await store.table('session').get(SESSION_KEY)))
    const ended = await store.table('session').get(SESSION_ENDED_KEY)
    return { session, ended: session === null && ended !== undefined }
  })
}

export function textOf(row: { value: unknown } | undefined): string | null {
  return typeof row?.value === 'string' ? row.value : null
}

/** Whose rows may be read now; null for a visitor. */
export const ownerIn = async (store: Store): Promise<string | null> =>
  parseSession(textOf(await store.table('session').get(SESSION_KEY)))?.user.id ?? null

export const owner = async (): Promise<string | null> => ownerIn(await openStore())

/** The signed-in person's role as the device last heard it; undefined before it ever did. */
export function watchRole(): Watch<{ userId: string | null; role: Role | undefined }> {
  return watch(async (store) => {
    const userId = await ownerIn(store)
    const row = userId === null ? undefined : await store.table('people').get(userId)
    return { userId, role: row?.role }
  })
}

/** The signed-in person's profile as this device last heard it; null before that, and for a visitor. */
export function watchMyProfile(): Watch<Profile | null> {
  return watch(async (store) => {
    const ownerId = await ownerIn(store)
    const row = ownerId === null ? undefined : await store.table('profiles').get(ownerId)
    return row ? without(row, 'ownerId') : null
  })
}

/** Key in `meta` of a person's wallet sync. */
export const walletKey = (ownerId: string): string => `wallet:${ownerId}`
