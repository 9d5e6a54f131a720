import { Link } from 'react-router-dom'
import { useIdentity } from '#account/session/identity.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import { paths } from '#ui/paths.ts'
import { Wordmark } from '#ui/display/wordmark.tsx'
import { LogoutButton } from './logout-button.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

export const MENU_ID = 'console-menu'

/** Sign-in and gate pass no `menu`: they have no menu button. */
export function ConsoleHeader({ menu }: { menu?: { open: boolean; onToggle: () => void } }) {
  const identity = useIdentity()
  const signedIn = identity.status === 'signed-in'
  return (
    <header className="sticky top-0 z-10 flex h-14 items-center gap-4 border-b border-rule bg-surface px-4 desk:px-6">
      {menu ? (
        <IconButton
          label={menu.open ? 'Close menu' : 'Open menu'}
          aria-expanded={menu.open}
          aria-controls={MENU_ID}
          className="-ml-3 desk:hidden"
          onClick={menu.onToggle}
        >
          <Icon name={menu.open ? 'close' : 'menu'} />
        </IconButton>
      ) : null}
      <Link to={paths.admin} className="flex items-center gap-4">
        <Wordmark className="h-6" />
        <span className="text-muted">Admin</span>
      </Link>
      <div className="ml-auto flex items-center gap-3">
        {signedIn ? (
          <span className="max-w-[24ch] truncate text-2 text-muted max-desk:hidden">
            {identity.name || identity.email}
          </span>
        ) : null}
        <ThemeSwitch className={signedIn ? 'border-l border-rule pl-4 max-desk:hidden' : ''} />
        {signedIn ? <LogoutButton /> : null}
      </div>
    </header>
  )
}
