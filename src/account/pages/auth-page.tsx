import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { LanguageSelect } from '#ui/language-choice.tsx'
import { isConsolePath, paths } from '#ui/paths.ts'
import { Wordmark } from '#ui/display/wordmark.tsx'
import { ReplaceQuestion } from '../session/replace-question.tsx'
import { safeReturn } from '../form/account-form.ts'
import { useIdentity } from '../session/identity.ts'
import { takeReturn } from '../session/tab-memory.ts'

export function AuthPage({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] desk:grid-cols-[minmax(0,1fr)_520px] desk:grid-rows-none">
      <div className="relative h-[132px] overflow-hidden desk:sticky desk:top-0 desk:order-last desk:h-dvh">
        <img src="/posters/sitar.svg" alt="" className="size-full object-cover" />
      </div>
      <div className="flex flex-col px-4 pt-5 pb-8 desk:px-[88px] desk:py-10">
        <header className="mb-6 flex flex-wrap items-center justify-between gap-4">
          <Link to={paths.home}>
            <Wordmark both className="h-[32px]" />
          </Link>
          {!isConsolePath(pathname) && <LanguageSelect hideLabel className="text-2" />}
        </header>
        <main className="w-full max-w-[380px] desk:my-auto desk:pb-10">{children}</main>
        <ReplaceQuestion />
      </div>
    </div>
  )
}

export function Or({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-3 text-2 text-muted">
      <span className="border-t border-rule" />
      {children}
      <span className="border-t border-rule" />
    </div>
  )
}

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
