import { Suspense } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import { Icon } from '#ui/controls/icon.tsx'
import type { IconName } from '#ui/controls/icon.tsx'
import { t } from '#ui/messages/messages.ts'
import { paths } from '#ui/paths.ts'
import { NoticeMark } from '../chunks/load.ts'
import { CartBadge, useCartCount } from './cart-badge.tsx'

/** Shows the phone's tabs; index.css hides them on a page with its own bottom bar. */
export function TabBar() {
  const { pathname } = useLocation()
  const count = useCartCount()
  const tabs: { to: string; icon: IconName; label: string; on: boolean; name?: string }[] = [
    { to: paths.home, icon: 'home', label: t('app.home'), on: pathname === paths.home },
    {
      to: paths.concerts,
      icon: 'list',
      label: t('app.concerts'),
      on: pathname.startsWith(paths.concerts) || pathname.startsWith(paths.events),
    },
    { to: paths.myTickets, icon: 'ticket', label: t('app.tickets'), on: pathname.startsWith(paths.myTickets) },
    {
      to: paths.cart,
      icon: 'bag',
      label: t('app.cart'),
      on: pathname === paths.cart,
      name: t('app.cartCount', { n: count }),
    },
  ]
  return (
    <nav
      aria-label={t('app.tabs')}
      data-tabs=""
      className="no-print safe-x fixed inset-x-0 bottom-0 z-10 grid grid-cols-4 border-t border-rule bg-surface pb-[env(safe-area-inset-bottom)] desk:hidden"
    >
      {tabs.map(({ to, icon, label, on, name }) => (
        <NavLink
          key={to}
          to={to}
          aria-current={on ? 'page' : undefined}
          className="group relative grid justify-items-center gap-0.5 pt-[9px] pb-2 text-1 leading-4 text-muted aria-[current]:font-strong aria-[current]:text-ink"
        >
          <span
            aria-hidden="true"
            className="absolute inset-x-[24%] -top-px h-0.5 bg-ink opacity-0 group-aria-[current]:opacity-100"
          />
          <Icon name={icon} />
          {/* Not an aria-label: voice control finds the visible 'Cart 2'. */}
          <span aria-hidden={name ? true : undefined}>{label}</span>
          {name && <span className="sr-only">{name}</span>}
          {to === paths.myTickets && (
            <Suspense>
              <NoticeMark className="top-1 right-[calc(50%-22px)]" />
            </Suspense>
          )}
          {to === paths.cart && <CartBadge className="top-1 right-[calc(50%-22px)]" />}
        </NavLink>
      ))}
    </nav>
  )
}
