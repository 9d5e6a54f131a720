import { may, type StaffRole } from '#shop/people/role.ts'
import { staffPlaces } from '#account/session/staff-places.ts'
import { Suspense, lazy } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { LanguageButtons } from '#ui/language-buttons.tsx'
import { t, type MessageKey } from '#ui/messages/messages.ts'
import { paths } from '#ui/paths.ts'
import { hasGate } from '../chunks/gate.ts'
import { themes, useTheme } from '#ui/theme.ts'
import { themeLabels } from './theme-choice.tsx'
import '#ui/messages/en/app/site.ts'

const SignOutButton = lazy(async () => ({ default: (await import('./sign-out-button.tsx')).SignOutButton }))

const row = 'flex min-h-11 w-full cursor-pointer items-center gap-3 px-4 pt-0.5 text-left hover:bg-sunk'

/** Fills the open user menu; `person` is null for a visitor. */
export function MenuPanel({
  person,
  onClose,
}: {
  person: { name: string; email: string; roles: readonly StaffRole[] } | null
  onClose: () => void
}) {
  const navigate = useNavigate()
  return (
    <>
      {person ? (
        <>
          <p className="border-b border-rule px-4 pt-1 pb-3 text-2">
            <span className="block truncate font-strong">{person.name}</span>
            <span className="block truncate text-muted">{person.email}</span>
          </p>
          <ul className="py-1">
            {linksFor(person.roles).map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className={row} onClick={onClose}>
                  {t(label)}
                </Link>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <ul className="pb-1">
          <li>
            <Link to={paths.login} className={row} onClick={onClose}>
              {t('app.signIn')}
            </Link>
          </li>
          <li>
            <Link to={paths.register} className={row} onClick={onClose}>
              {t('app.getStarted')}
            </Link>
          </li>
        </ul>
      )}
      <div className="grid gap-1 border-t border-rule px-4 py-2">
        <LanguageButtons />
        <ThemeButtons />
      </div>
      {person && (
        <div className="border-t border-rule pt-1">
          <Suspense fallback={<span className={row}>{t('app.signOut')}</span>}>
            <SignOutButton
              className={row}
              onDone={() => {
                onClose()
                void navigate(paths.home)
              }}
            />
          </Suspense>
        </div>
      )}
    </>
  )
}

type MenuLabel = Extract<MessageKey, `app.${string}`>

function linksFor(roles: readonly StaffRole[]): { to: string; label: MenuLabel }[] {
  const links: { to: string; label: MenuLabel }[] = [
    { to: paths.myTickets, label: 'app.myTickets' },
    { to: paths.updates, label: 'app.updates' },
    { to: paths.orders, label: 'app.orders' },
    { to: paths.profile, label: 'app.profile' },
    { to: paths.settings, label: 'app.settings' },
    { to: paths.help, label: 'app.helpCenter' },
  ]
  if (may(roles, 'events', 'payments')) links.push({ to: staffPlaces[roles[0]!], label: 'app.adminPanel' })
  if (roles.includes('box_office')) links.push({ to: paths.adminBoxOffice, label: 'app.boxOffice' })
  if (may(roles, 'gate') && hasGate) links.push({ to: paths.adminScan, label: 'app.scanner' })
  return links
}

function ThemeButtons() {
  const [theme, setTheme] = useTheme('shop')
  return (
    <fieldset className="flex flex-wrap items-center gap-1">
      <legend className="float-left mr-auto pr-3 text-2 text-muted">{t('app.theme')}</legend>
      {themes.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={theme === one}
          onClick={() => setTheme(one)}
          className="min-h-9 cursor-pointer rounded-control px-2.5 pt-px text-2 aria-pressed:bg-ink aria-pressed:font-strong aria-pressed:text-surface"
        >
          {t(themeLabels[one])}
        </button>
      ))}
    </fieldset>
  )
}
