import { atom, useAtomValue } from 'jotai'
import type { Role } from '#shop/people/role.ts'
import { isExpired, type StoredSession } from '#platform/supabase/stored-session.ts'
import { variable, type Observable } from '#platform/observable/observable.ts'
import { watchMyProfile, watchRole, watchSession } from '#shop/people/current-user.store.ts'
import { settlePerson } from './tab-memory.ts'

export type { Role }
export type SignedIn = {
  status: 'signed-in'
  userId: string
  email: string
  name: string
  /** As the device last heard it; the database decides. */
  role: Role
  /** The access token's time is over. Everything local still works; the next request tries to renew it. */
  sessionExpired: boolean
}
export type Identity =
  /** The device has not been read yet. */
  | { status: 'unknown' }
  /** `ended`: the server ended the session, not the person. */
  | { status: 'signed-out'; ended?: boolean }
  | SignedIn

/** setTimeout counts in 32 bits, in ms. */
const MAX_TIMER_MS = 2 ** 31 - 1
/** How long a sign-in waits for the role before the person counts as a customer, in milliseconds. */
const MAX_ROLE_WAIT_MS = 2_000

/** Who is signed in according to the stored session: known without the network, in every tab, whatever its token's age. */
export function watchIdentity(): Observable<Identity> {
  return {
    subscribe(next, error) {
      let timer: ReturnType<typeof setTimeout> | undefined
      let session: StoredSession | null | undefined
      let ended = false
      let role: { userId: string | null; role: Role | undefined } | undefined
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
        if (session === undefined || role === undefined) return
        if (session === null) {
          patience = 0
          return say(ended ? { status: 'signed-out', ended } : { status: 'signed-out' })
        }
        // The role is another row: it may still be the one of who was here before, or on its way from the server.
        const known = role.userId === session.user.id ? role.role : undefined
        patience ||= Date.now() + MAX_ROLE_WAIT_MS
        const wait = patience - Date.now()
        if (known === undefined && wait > 0) {
          timer = setTimeout(tell, Math.min(wait, MAX_ROLE_WAIT_MS))
          return
        }
        const left = session.local_expires_at - Date.now()
        if (left > 0) timer = setTimeout(tell, Math.min(left, MAX_TIMER_MS))
        const identity = identityOf(session, known ?? null)
        // The profile's name is newer than the one the session was made with.
        say(name === '' ? identity : { ...identity, name })
      }
      const stops = [
        watchSession().subscribe((found) => {
          if (found.session?.user.id !== session?.user.id) patience = 0
          session = found.session
          ended = found.ended
          tell()
        }, error),
        watchRole().subscribe((found) => {
          role = found
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

export function identityOf(session: StoredSession, role: Role): SignedIn {
  const { id, email = '', user_metadata } = session.user
  const name = typeof user_metadata?.name === 'string' ? user_metadata.name.trim() : ''
  return { status: 'signed-in', userId: id, email, name, role, sessionExpired: isExpired(session) }
}

/** The person on this page, read once for all its screens; later subscribers are called after earlier ones. */
const current = variable<Identity>({ status: 'unknown' })
let reading = false

function subscribe(next: (identity: Identity) => void): () => void {
  if (!reading) {
    reading = true
    const settle = (identity: Identity): void => {
      if (identity.status === 'signed-in') settlePerson(identity.userId)
      else if (identity.status === 'signed-out') settlePerson(null, identity.ended)
      current.set(identity)
    }
    // A device that cannot be read at all counts as signed out.
    watchIdentity().subscribe(settle, () => settle({ status: 'signed-out' }))
  }
  return current.subscribe(next)
}

/**
 * Resolves once every screen of this page has the person who is signed in now (null: signed out), so that a guard of the
 * next page does not decide by the person before.
 */
export function identityHeard(userId: string | null): Promise<Identity> {
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

const identityAtom = atom(current.get())
identityAtom.onMount = (set) => subscribe(set)

export const useIdentity = (): Identity => useAtomValue(identityAtom)
