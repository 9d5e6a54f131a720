import { classes } from '#ui/controls/classes.ts'
import { useTheme, type Theme } from '#ui/theme.ts'
import { Link, useNavigate } from 'react-router-dom'
import { useIdentity } from '#account/session/identity.ts'
import { Button } from '#ui/controls/button.tsx'
import { paths } from '#ui/paths.ts'
import { Wordmark } from '#ui/display/wordmark.tsx'
import { useState, type ReactNode } from 'react'
import { signOut } from '#account/session/sign-in.ts'
import { ok } from '#platform/failure/failure.ts'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { sendRejections } from '../payments/decision/rejections.ts'
import { leaveOrAsk } from '../kit/unsaved-work.ts'

const choices: { theme: Theme; label: string }[] = [
  { theme: 'light', label: 'Light' },
  { theme: 'system', label: 'System' },
  { theme: 'dark', label: 'Dark' },
]

/** Switches the console's theme; the storefront has its own. */
function ThemeSwitch({ className }: { className: string }) {
  const [theme, setTheme] = useTheme('console')
  return (
    <div role="group" aria-label="Theme" className={classes('flex flex-wrap gap-x-3 text-2', className)}>
      {choices.map((choice) => (
        <button
          key={choice.theme}
          type="button"
          aria-pressed={theme === choice.theme}
          onClick={() => setTheme(choice.theme)}
          className={classes(
            'min-h-8 cursor-pointer pt-px',
            theme === choice.theme ? 'font-strong text-ink' : 'text-muted hover:text-ink',
          )}
        >
          {choice.label}
        </button>
      ))}
    </div>
  )
}

export const MENU_ID = 'console-menu'

/** Heads the console, with what it is given at the end; without that, as on sign-in and at the box office, with the account. */
export function ConsoleHeader({
  children = <Account className="ml-auto flex items-center gap-3" />,
}: {
  children?: ReactNode
}) {
  return (
    <header className="no-print sticky top-0 z-10 flex min-h-14 flex-wrap items-center gap-x-4 border-b border-rule bg-surface px-4 pt-[env(safe-area-inset-top)] desk:px-6">
      <Link to={paths.admin} className="flex items-center gap-4">
        <Wordmark className="h-6" />
        <span className="text-muted">Admin</span>
      </Link>
      {children}
    </header>
  )
}

/** Says who is signed in, and has the theme and Logout. */
export function Account({ className, inMenu = false }: { className: string; inMenu?: boolean }) {
  const identity = useIdentity()
  const signedIn = identity.status === 'signed-in'
  const apart = signedIn && !inMenu && 'max-desk:hidden'
  return (
    <div className={className}>
      {signedIn ? (
        <span className={classes('max-w-[24ch] truncate text-2 text-muted', apart)}>
          {identity.name || identity.email}
        </span>
      ) : null}
      <ThemeSwitch className={classes(apart, signedIn && !inMenu && 'border-l border-rule pl-4')} />
      {signedIn ? <LogoutButton kind={inMenu ? 'bare' : 'line'} /> : null}
    </div>
  )
}

/** Asks first when this device still has something to send. */
function LogoutButton({ kind }: { kind: 'bare' | 'line' }) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const { busy, run } = useAction(
    async (keepUnsent?: boolean) => {
      // Only this admin's session can send rejections.
      await sendRejections()
      return ok(await signOut(keepUnsent === undefined ? undefined : { keepUnsent }))
    },
    { failed: 'Failed to sign out. Please try again.' },
  )

  const leave = async (keepUnsent?: boolean) => {
    const result = await run(keepUnsent)
    if (!result?.ok) return
    const isUnsent = result.value === 'unsent'
    setAsking(isUnsent)
    if (!isUnsent) void navigate(paths.adminLogin, { replace: true })
  }

  return (
    <>
      <Button kind={kind} small busy={busy && !asking} onClick={() => leaveOrAsk(() => void leave())}>
        Logout
      </Button>
      <ConfirmDialog
        open={asking}
        question="A payment or scans made on this device are not sent yet"
        confirmLabel="Keep them and log out"
        kind="solid"
        busy={busy}
        onConfirm={() => leave(true)}
        onCancel={() => setAsking(false)}
      >
        <p>
          They stay on this device, hidden. Payments are sent when you sign in here again, scans when you open the gate.
        </p>
      </ConfirmDialog>
    </>
  )
}
