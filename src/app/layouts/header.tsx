import { Suspense, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router-dom'
import { watchShopSettings } from '#shop/settings/shop-settings.store.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import { LanguageSelect } from '#ui/language-choice.tsx'
import { t } from '#ui/messages/messages.ts'
import { paths } from '#ui/paths.ts'
import { shopName } from '#ui/shop.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { Wordmark } from '#ui/display/wordmark.tsx'
import { CatalogueSearch, wantSearch } from '../chunks/load.ts'
import { CartBadge, useCartCount } from './cart-badge.tsx'
import { ThemeSelect } from './theme-choice.tsx'
import { UserMenu } from './user-menu.tsx'

/** index.html's shell has the same heights: 33 + 73 px (desktop), 57 px (phone, whatever the size of its font). */
export function Header() {
  const { value: shop } = useWatched(watchShopSettings, [])
  const { pathname } = useLocation()
  const count = useCartCount()
  const [searchOn, setSearchOn] = useState<string | null>(null)
  const [pressed, setPressed] = useState(false)
  const searching = searchOn === pathname
  return (
    <header className="no-print bg-surface pt-[env(safe-area-inset-top)]">
      <div className="h-[33px] border-b border-rule text-1 leading-8 text-muted max-desk:hidden">
        <div className="wrap flex gap-6">
          <span className="mr-auto">
            {shop?.email && (
              <a href={`mailto:${shop.email}`} className="hover:text-ink">
                {shop.email}
              </a>
            )}
          </span>
          <span>{t('app.indiaTime')}</span>
          <LanguageSelect className="text-ink" />
          <ThemeSelect />
        </div>
      </div>
      <div className="border-b border-rule">
        <div className="wrap flex h-14 items-center gap-4 max-desk:[--spacing:4px] desk:h-[72px] desk:gap-10">
          <Link to={paths.home} aria-label={t('app.homeLink', { shop: shopName() })} className="flex-none">
            <Wordmark both className="h-7 max-[344px]:h-6 desk:h-[34px]" />
          </Link>
          <nav aria-label={t('app.nav')} className="flex gap-6 self-stretch max-desk:hidden">
            {navLinks.map(({ to, label }) => (
              <NavLink
                key={to}
                to={to}
                end={to === paths.home}
                aria-current={isCurrent(to, pathname) ? 'page' : undefined}
                className="-mb-px flex items-center border-y-2 border-transparent text-muted hover:text-ink aria-[current]:border-b-ink aria-[current]:font-strong aria-[current]:text-ink"
              >
                {t(label)}
              </NavLink>
            ))}
          </nav>
          <div className="ml-auto max-w-[300px] flex-1 max-desk:hidden">
            <Suspense fallback={<SearchFrame onPress={setPressed} />}>
              <CatalogueSearch focusAtOnce={pressed} />
            </Suspense>
          </div>
          <div className="-mr-2.5 flex items-center gap-1 max-desk:ml-auto desk:gap-2">
            <IconButton
              label={t('app.search')}
              aria-expanded={searching}
              className="desk:hidden"
              onClick={() => setSearchOn(searching ? null : pathname)}
            >
              <Icon name={searching ? 'close' : 'search'} />
            </IconButton>
            <Link
              to={paths.cart}
              aria-label={t('app.cartCount', { n: count })}
              className="relative grid size-11 place-items-center rounded-control"
            >
              <Icon name="bag" />
              <CartBadge className="top-[5px] right-[3px]" />
            </Link>
            <UserMenu />
          </div>
        </div>
        {searching && (
          <div className="wrap pb-3 desk:hidden">
            <Suspense fallback={<SearchFrame onPress={setPressed} />}>
              <CatalogueSearch focusAtOnce onLeave={() => setSearchOn(null)} />
            </Suspense>
          </div>
        )}
      </div>
    </header>
  )
}

/** The search's place until its code has come, which prices and seats go before. */
const SearchFrame = ({ onPress }: { onPress: (pressed: boolean) => void }) => (
  <button
    type="button"
    className="flex h-[45px] w-full items-center gap-2 border-b border-control text-muted"
    onClick={() => {
      wantSearch()
      onPress(true)
    }}
  >
    <Icon name="search" />
    {t('app.search.placeholder')}
  </button>
)

const navLinks = [
  { to: paths.home, label: 'app.home' },
  { to: paths.concerts, label: 'app.concerts' },
  { to: paths.about, label: 'app.about' },
  { to: paths.contact, label: 'app.contact' },
] as const

const isCurrent = (to: string, pathname: string): boolean =>
  to === paths.concerts ? pathname.startsWith(paths.concerts) || pathname.startsWith(paths.events) : pathname === to
