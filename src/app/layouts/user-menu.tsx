import type { Role } from '#shop/people/role.ts'
import { Suspense, useId, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { useIdentity } from '#account/session/identity.ts'
import { Icon } from '#ui/controls/icon.tsx'
import { LanguageButtons } from '#ui/language-choice.tsx'
import { t, type MessageKey } from '#ui/messages/messages.ts'
import { useListener, type Source } from '#ui/hooks/use-listener.ts'
import { paths } from '#ui/paths.ts'
import { ThemeButtons } from './theme-choice.tsx'
import { hasGate, lazyFrom, NoticeMark } from '../chunks/load.ts'

const SignOutButton = lazyFrom('signOut', 'SignOutButton')

const row = 'flex min-h-11 w-full cursor-pointer items-center gap-3 px-4 pt-0.5 text-left hover:bg-sunk'

const presses: Source<PointerEvent> = (listener) => {
  document.addEventListener('pointerdown', listener)
  return () => document.removeEventListener('pointerdown', listener)
}

/** Closes on Esc, a press outside and any navigation. */
export function UserMenu() {
  const identity = useIdentity()
  const { key } = useLocation()
  const navigate = useNavigate()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const open = openAt === key
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const listId = useId()
  const close = (): void => setOpenAt(null)

  useListener(open ? presses : null, ({ target }) => {
    if (target instanceof Node && !box.current?.contains(target)) close()
  })

  const signedIn = identity.status === 'signed-in' ? identity : null
  return (
    <div
      ref={box}
      className="relative"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return
        close()
        button.current?.focus()
      }}
      onBlur={(event) => {
        if (event.relatedTarget instanceof Node && !box.current?.contains(event.relatedTarget)) close()
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={listId}
        aria-label={signedIn ? t('app.accountOf', { name: signedIn.name || signedIn.email }) : t('app.account')}
        onClick={() => setOpenAt(open ? null : key)}
        className="grid size-11 cursor-pointer place-items-center rounded-control"
      >
        <Icon name="person" />
      </button>
      {/* Beside the button, whose name is the person's. */}
      <Suspense>
        <NoticeMark className="pointer-events-none top-[5px] right-[3px] max-desk:hidden" />
      </Suspense>
      {open && (
        <div
          id={listId}
          className="absolute top-full right-0 z-30 w-[280px] rounded-control bg-raised py-2 shadow-over"
        >
          {signedIn ? (
            <>
              <p className="border-b border-rule px-4 pt-1 pb-3 text-2">
                <span className="block truncate font-strong">{signedIn.name}</span>
                <span className="block truncate text-muted">{signedIn.email}</span>
              </p>
              <ul className="py-1">
                {linksFor(signedIn.role).map(({ to, label }) => (
                  <li key={to}>
                    <Link to={to} className={row} onClick={close}>
                      {t(label)}
                    </Link>
                  </li>
                ))}
              </ul>
            </>
          ) : (
            <ul className="pb-1">
              <li>
                <Link to={paths.login} className={row} onClick={close}>
                  {t('app.signIn')}
                </Link>
              </li>
              <li>
                <Link to={paths.register} className={row} onClick={close}>
                  {t('app.getStarted')}
                </Link>
              </li>
            </ul>
          )}
          <div className="grid gap-1 border-t border-rule px-4 py-2">
            <LanguageButtons />
            <ThemeButtons />
          </div>
          {signedIn && (
            <div className="border-t border-rule pt-1">
              <Suspense fallback={<span className={row}>{t('app.signOut')}</span>}>
                <SignOutButton
                  className={row}
                  onDone={() => {
                    close()
                    void navigate(paths.home)
                  }}
                />
              </Suspense>
            </div>
          )}
        </div>
      )}
    </div>
  )
}

type MenuLabel = Extract<MessageKey, `app.${string}`>

function linksFor(role: Role): { to: string; label: MenuLabel }[] {
  const links: { to: string; label: MenuLabel }[] = [
    { to: paths.myTickets, label: 'app.myTickets' },
    { to: paths.updates, label: 'app.updates' },
    { to: paths.orders, label: 'app.orders' },
    { to: paths.profile, label: 'app.profile' },
    { to: paths.settings, label: 'app.settings' },
    { to: paths.help, label: 'app.helpCenter' },
  ]
  if (role === 'admin') links.push({ to: paths.adminDashboard, label: 'app.adminPanel' })
  if (role === 'box_office') links.push({ to: paths.adminBoxOffice, label: 'app.boxOffice' })
  else if (role !== null && hasGate) links.push({ to: paths.adminScan, label: 'app.scanner' })
  return links
}
