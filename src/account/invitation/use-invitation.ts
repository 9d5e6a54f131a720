import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { attempt } from '#platform/failure/attempt.ts'
import type { Failure } from '#platform/failure/failure.ts'
import { readOfTab, writeOfTab } from '#platform/device/stored.ts'
import { secretOf, type InvitationLink } from '#shop/staff/invitation.ts'
import { readInvitation } from '#shop/staff/invitations.api.ts'
import { paths } from '#ui/paths.ts'

/** Returns the secret in the address and moves it out of there, into this tab's memory; it survives a sign-in. */
export function useSecret(): string | null {
  const { hash } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (hash === '') return
    writeOfTab('invitation', secretOf(hash))
    void navigate(paths.invitation, { replace: true })
  }, [hash, navigate])
  return hash === '' ? readOfTab('invitation') : secretOf(hash)
}

export interface Invitation {
  link: InvitationLink | null
  failure: Failure | null
  reload: () => void
}

/** Reads the invitation again for each account: only the one that accepted it sees what it gave. */
export function useInvitation(secret: string | null, userId: string | null): Invitation {
  const [turn, setTurn] = useState(0)
  const question = secret === null ? null : `${secret} ${userId} ${turn}`
  const [state, setState] = useState<{ of: string | null; link: InvitationLink | null; failure: Failure | null }>({
    of: null,
    link: null,
    failure: null,
  })
  useEffect(() => {
    if (secret === null || question === null) return
    let left = false
    void attempt(() => readInvitation(secret, userId !== null)).then((result) => {
      if (left) return
      setState({ of: question, link: result.ok ? result.value : null, failure: result.ok ? null : result.failure })
    })
    return () => {
      left = true
    }
  }, [secret, userId, question])
  const known = state.of === question
  return {
    link: known ? state.link : null,
    failure: known ? state.failure : null,
    reload: () => setTurn((now) => now + 1),
  }
}
