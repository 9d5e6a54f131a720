import { useRef, useState, type FormEvent } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { safeReturn } from '#account/form/account-form.ts'
import { isEmail } from '#shop/people/profile.ts'
import { useIdentity } from '#account/session/identity.ts'
import { PasswordField } from '#account/form/password-field.tsx'
import { ReplaceQuestion } from '#account/session/replace-question.tsx'
import { signIn } from '#account/session/sign-in.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmailField } from '#ui/controls/field.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { isAdminPath, paths } from '#ui/paths.ts'
import { shopName } from '#ui/shop.ts'
import { toast } from '#ui/toast.tsx'
import { ConsoleHeader } from './shell/console-header.tsx'
import { staffSignInText } from './sign-in-words.ts'

/** Signs customers in, too: the page after it says that the area is for staff. */
export function ConsoleLoginRoute() {
  usePageTitle('Sign in', 'admin')
  const identity = useIdentity()
  const state = useLocation().state as { from?: string } | null
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<{ email?: string; password?: string }>({})
  const { busy, run } = useAction(signIn)
  const emailField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)

  const signedIn = identity.status === 'signed-in' && !identity.sessionExpired
  const from = safeReturn(state?.from, paths.admin)
  const target = isAdminPath(from) && from !== paths.adminLogin ? from : paths.admin

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const found: typeof problems = {}
    if (email.trim() === '') found.email = 'Enter your email address.'
    else if (!isEmail(email)) found.email = 'This is not an email address. It looks like name@example.com.'
    if (password === '') found.password = 'Enter your password.'
    setProblems(found)
    if (found.email) return emailField.current?.focus()
    if (found.password) return passwordField.current?.focus()

    const result = await run(email, password)
    if (result && !result.ok) {
      const words = staffSignInText(result.failure)
      setProblems({ password: words })
      toast.error(words)
      passwordField.current?.focus()
    }
  }

  return (
    <div className="min-h-dvh">
      {signedIn ? <Navigate to={target} replace /> : null}
      <ConsoleHeader />
      <main className="px-4 desk:px-10">
        <div className="max-w-[380px] py-12">
          <h1 className="head-5">{shopName} Admin</h1>
          <p className="mt-2 mb-6 text-muted">For staff. Customers sign in at the shop.</p>
          <form className="grid gap-4" onSubmit={submit} noValidate aria-label={`${shopName} Admin`}>
            <EmailField
              ref={emailField}
              label="Email"
              name="email"
              autoComplete="username"
              required
              value={email}
              error={problems.email}
              onChange={(event) => setEmail(event.target.value)}
            />
            <PasswordField
              ref={passwordField}
              label="Password"
              name="password"
              autoComplete="current-password"
              required
              value={password}
              error={problems.password}
              onChange={(event) => setPassword(event.target.value)}
            />
            <Button kind="lit" type="submit" wide arrow busy={busy} busyLabel="Signing in...">
              Sign in
            </Button>
          </form>
          <ReplaceQuestion />
        </div>
      </main>
    </div>
  )
}
