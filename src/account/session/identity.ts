import { isOver, type HeldRole, type StaffRole } from '#shop/people/role.ts'
import { isExpired, type StoredSession } from '#platform/supabase/stored-session.ts'
import { variable, type Observable } from '#platform/observable/observable.ts'
import { watchMyProfile, watchRoles, watchSession } from '#shop/people/current-user.store.ts'
import { useValue } from '#ui/hooks/use-value.ts'
import { switchPerson } from './tab-memory.ts'

export type SignedIn = {
  status: 'signed-in'
  userId: string
  email: string
  name: string
  /** Those that hold now, the widest first, as last synced; the database decides. */
  roles: readonly StaffRole[]
  /** The access token has expired. Local data still works, and the next request renews the token. */
  sessionExpired: boolean
}
export type Identity =
  | { status: 'unknown' }
  /** `ended`: by the server, not by the person. */
  | { status: 'signed-out'; ended?: boolean }
  | SignedIn

/** setTimeout takes 32 bits of milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1
/** How long a sign-in waits for the roles before it counts as a customer's. */
const MAX_ROLE_WAIT_MS = 2_000

/** Watches the identity in the stored session. Works offline, in every tab and with an expired token. */
export function watchIdentity(): Observable<Identity> {
  return {
    subscribe(next, error) {
      let timer: ReturnType<typeof setTimeout> | undefined
      let session: StoredSession | null | undefined
      let ended = false
      let held: { userId: string | null; roles: readonly HeldRole[] | undefined } | undefined
      let name = ''
      let patience = 0
      let said = ''
      const say = (identity: Identity) => {
        const text = JSON.stringify(identity)
        if (text === said) return
        said = text
        next(identity)
      }
      const tell = () => {
        clearTimeout(timer)
        if (session === undefined || held === undefined) return
        if (session === null) {
          patience = 0
          return say(ended ? { status: 'signed-out', ended } : { status: 'signed-out' })
        }
        // The roles are stored separately: they may still be the last person's, or not fetched yet.
        const known = held.userId === session.user.id ? held.roles : undefined
        patience ||= Date.now() + MAX_ROLE_WAIT_MS
        const wait = patience - Date.now()
        if (known === undefined && wait > 0) {
          timer = setTimeout(tell, Math.min(wait, MAX_ROLE_WAIT_MS))
          return
        }
        const now = Date.now()
        const ends = (known ?? []).map(({ endsAt }) => Date.parse(endsAt ?? ''))
        const next = [session.local_expires_at, ...ends].filter((at) => at > now)
        if (next.length > 0) timer = setTimeout(tell, Math.min(...next.map((at) => at - now), MAX_TIMER_MS))
        const holding = (known ?? []).filter(({ endsAt }) => !isOver(endsAt, now)).map(({ role }) => role)
        const identity = identityOf(session, holding)
        // The profile's name is newer than the session's.
        say(name === '' ? identity : { ...identity, name })
      }
      const stops = [
        watchSession().subscribe((found) => {
          if (found.session?.user.id !== session?.user.id) patience = 0
          session = found.session
          ended = found.ended
          tell()
        }, error),
        watchRoles().subscribe((found) => {
          held = found
          tell()
        }, error),
        watchMyProfile().subscribe((found) => {
          name = found?.name ?? ''
          tell()
        }, error),
      ]
      return () => {
        clearTimeout(timer)
        for (const stop of stops) stop()
      }
    },
  }
}

export function identityOf(session: StoredSession, roles: readonly StaffRole[]): SignedIn {
  const { id, email = '', user_metadata } = session.user
  const name = typeof user_metadata?.name === 'string' ? user_metadata.name.trim() : ''
  return { status: 'signed-in', userId: id, email, name, roles, sessionExpired: isExpired(session) }
}

/** Read once per page and shared by its screens; subscribers are called in the order they subscribed. */
const current = variable<Identity>({ status: 'unknown' })
let reading = false

function subscribe(next: (identity: Identity) => void): () => void {
  if (!reading) {
    reading = true
    const settle = (identity: Identity): void => {
      if (identity.status === 'signed-in') switchPerson(identity.userId)
      else if (identity.status === 'signed-out') switchPerson(null, identity.ended)
      current.set(identity)
    }
    // A device that cannot be read counts as signed out.
    watchIdentity().subscribe(settle, () => settle({ status: 'signed-out' }))
  }
  return current.subscribe(next)
}

/** Resolves when all screens have this person (null: signed out); guards would otherwise decide by the last one. */
export function waitForIdentity(userId: string | null): Promise<Identity> {
  return new Promise((resolve) => {
    const isIt = (identity: Identity) =>
      identity.status === 'signed-in' ? identity.userId === userId : identity.status !== 'unknown' && userId === null
    let stop: (() => void) | undefined
    let done = false
    stop = subscribe((identity) => {
      if (done || !isIt(identity)) return
      done = true
      stop?.()
      resolve(identity)
    })
    if (done) stop()
  })
}

const shared = { get: current.get, subscribe }

export const useIdentity = (): Identity => useValue(shared)

/** Returns the id of the signed-in person; null for a visitor, and until it is known. */
export function useOwner(): string | null {
  const identity = useIdentity()
  return identity.status === 'signed-in' ? identity.userId : null
}
