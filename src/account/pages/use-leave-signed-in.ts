import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '#ui/paths.ts'
import { safeReturn } from '../form/account-form.ts'
import { useIdentity } from '../session/identity.ts'
import { takeReturn } from '../session/tab-memory.ts'

/** Leaves a form for the remembered page when a tab signs in. Returns a function that leaves at once, or for `page`. */
export function useLeaveSignedIn(): (page?: string) => void {
  const identity = useIdentity()
  const navigate = useNavigate()
  const left = useRef(false)
  const leave = (page?: string): void => {
    if (left.current) return
    left.current = true
    void navigate(page ?? safeReturn(takeReturn(), paths.home), { replace: true })
  }

  const signedIn = identity.status === 'signed-in' && !identity.sessionExpired
  const leaveSignedIn = useEffectEvent(() => leave())
  useEffect(() => {
    if (signedIn) leaveSignedIn()
  }, [signedIn])
  return leave
}
