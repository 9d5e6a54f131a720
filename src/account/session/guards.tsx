import { may, type StaffRole } from '#shop/people/role.ts'
import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { ButtonLink } from '#ui/controls/button.tsx'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/account/account.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths } from '#ui/paths.ts'
import type { LoginState } from '../form/account-form.ts'
import { useIdentity, type Identity, type SignedIn } from './identity.ts'
import { staffPlaces } from './staff-places.ts'
import { rememberReturn } from './tab-memory.ts'

/** True after a sign-out on this page: the next person must not return to it. */
function useLeft(identity: Identity): boolean {
  const [wasIn, setWasIn] = useState(false)
  if (identity.status === 'signed-in' && !wasIn) setWasIn(true)
  return wasIn && identity.status === 'signed-out' && !identity.ended
}

export function useRememberReturn(path: string | null): void {
  useEffect(() => {
    if (path !== null) rememberReturn(path)
  }, [path])
}

/** True while the next page loads: the address has changed, and a redirect from this page would replace it. */
const isLeaving = (shown: { pathname: string }): boolean => globalThis.location.pathname !== shown.pathname

const hereOf = (location: { pathname: string; search: string; hash: string }) =>
  location.pathname + location.search + location.hash

/** Sends visitors to /login and back. An expired session still passes: these pages show what is on the device. */
export function RequireSignIn({ children }: { children: ReactNode }) {
  const identity = useIdentity()
  const location = useLocation()
  const left = useLeft(identity)
  const out = identity.status === 'signed-out'
  useRememberReturn(out && !left && !isLeaving(location) ? hereOf(location) : null)

  if (identity.status === 'unknown' || (out && isLeaving(location))) return null
  if (out) return <Navigate to={paths.login} replace state={{ reason: 'see' } satisfies LoginState} />
  return children
}

/** Makes a page of the signed-in person; visitors sign in first. */
export const signedInPage = (Page: ComponentType<{ person: SignedIn }>) =>
  function SignedInPage() {
    const identity = useIdentity()
    return <RequireSignIn>{identity.status === 'signed-in' && <Page person={identity} />}</RequireSignIn>
  }

/** Guards pages of admins and of these roles, for convenience only: the database's policies protect the data. */
export function RequireStaff({ staff, children }: { staff: readonly StaffRole[]; children: ReactNode }) {
  const identity = useIdentity()
  const here = hereOf(useLocation())
  const left = useLeft(identity)

  if (identity.status === 'unknown') return null
  if (identity.status === 'signed-out')
    return <Navigate to={paths.adminLogin} replace state={left ? null : { from: here }} />
  const [widest] = identity.roles
  if (widest === undefined) return <StaffOnly email={identity.email} />
  if (!may(identity.roles, ...staff)) return <Navigate to={staffPlaces[widest]} replace />
  return children
}

function StaffOnly({ email }: { email: string }) {
  usePageTitle(t('account.staff.only'))
  return (
    <main className="mx-auto max-w-[1200px] px-4 py-10 desk:px-10">
      <h1 className="head-5">{t('account.staff.only')}</h1>
      <p className="mt-3 mb-6 text-muted">{t('account.staff.signedInAs', { email })}</p>
      <ButtonLink kind="line" to={paths.home}>
        {t('account.staff.home')}
      </ButtonLink>
    </main>
  )
}
