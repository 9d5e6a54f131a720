import { useState } from 'react'
import { useIdentity } from './identity.ts'

/**
 * Returns a key that clears a form when the signed-in person leaves or changes; not at a sign-in or when a session
 * ends.
 */
export function usePersonKey(): number {
  const identity = useIdentity()
  const [seen, setSeen] = useState<{ person: string | null; key: number }>({ person: null, key: 0 })
  const person =
    identity.status === 'signed-in'
      ? identity.userId
      : identity.status === 'signed-out' && !identity.ended
        ? null
        : seen.person
  if (person === seen.person) return seen.key
  const next = { person, key: seen.person === null ? seen.key : seen.key + 1 }
  setSeen(next)
  return next.key
}
