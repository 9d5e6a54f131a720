import { ownSentence, authFailureText } from '#account/form/failure-words.ts'
import type { Failure } from '#platform/failure/failure.ts'
import { Navigate, useLocation } from 'react-router-dom'
import { safeReturn } from '#account/form/account-form.ts'
import { isEmail } from '#shop/people/profile.ts'
import { useIdentity } from '#account/session/identity.ts'
import { PasswordField } from '#account/form/password-field.tsx'
import { ReplaceQuestion } from '#account/session/replace-question.tsx'
import { signIn } from '#account/session/sign-in.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmailField } from '#ui/controls/field.tsx'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { isAdminPath, paths } from '#ui/paths.ts'
import { shopName } from '#ui/shop.ts'
import { toast } from '#ui/toast.tsx'
import { FormFrame } from './kit/form/form-frame.tsx'
import { problemsIn, useForm } from './kit/form/use-form.ts'
import { ConsoleHeader } from './shell/console-header.tsx'

/** Uses the auth service's own sentence where it gave one. */
export function staffSignInText(failure: Failure): string {
  if (failure.code !== 'auth') return authFailureText(failure, 'Failed to sign in. Please try again.')
  return ownSentence(failure) || 'Authentication failed. Please try again.'
}

/** Signs customers in, too: the page after it says that the area is for staff. */
export function ConsoleLoginRoute() {
  usePageTitle('Sign in', 'admin')
  const identity = useIdentity()
  const state = useLocation().state as { from?: string } | null
  const form = useForm({
    start: { email: '', password: '' },
    read: ({ email, password }) =>
      problemsIn({
        email:
          email.trim() === ''
            ? 'Enter your email address.'
            : !isEmail(email) && 'This is not an email address. It looks like name@example.com.',
        password: password === '' && 'Enter your password.',
      }) ?? { email, password },
    save: ({ email, password }) => signIn(email, password),
    onRefused: (failure) => {
      const words = staffSignInText(failure)
      toast.error(words)
      return { password: words }
    },
    isUnsaved: () => false,
  })

  const signedIn = identity.status === 'signed-in' && !identity.sessionExpired
  const from = safeReturn(state?.from, paths.admin)
  const target = isAdminPath(from) && from !== paths.adminLogin ? from : paths.admin

  return (
    <div className="min-h-dvh">
      {signedIn ? <Navigate to={target} replace /> : null}
      <ConsoleHeader />
      <main className="px-4 desk:px-10">
        <div className="max-w-[380px] py-12">
          <h1 className="head-5">{shopName()} Admin</h1>
          <p className="mt-2 mb-6 text-muted">For staff. Customers sign in at the shop.</p>
          <FormFrame form={form} name={`${shopName()} Admin`} className="grid gap-4">
            <EmailField {...form.field('email')} label="Email" autoComplete="username" required />
            <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" required />
            <Button kind="lit" type="submit" wide arrow busy={form.busy} busyLabel="Signing in...">
              Sign in
            </Button>
          </FormFrame>
          <ReplaceQuestion />
        </div>
      </main>
    </div>
  )
}
