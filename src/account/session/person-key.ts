import { useState } from 'react'
import { useIdentity } from './identity.ts'

/**
 * A key for a form that a visitor may fill in too: it changes, and with it what was typed is gone, when the person who
 * was signed in has left or another one has come. Signing in keeps it, and so does a session that the server ended.
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
