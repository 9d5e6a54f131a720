import { Link, useLocation } from 'react-router-dom'
import { useOpens } from './page-roles.ts'
import { classes } from '#ui/controls/classes.ts'

interface SubPage {
  to: string
  label: string
  /** The addresses at which it is the current one; its own when missing. */
  pages?: readonly { to: string }[]
}

/** Scrolls the bar of tabs to the current one: a phone is not as wide as all of them. */
function showTab(tab: HTMLElement | null): void {
  const bar = tab?.parentElement
  if (tab && bar) bar.scrollLeft = tab.offsetLeft - (bar.clientWidth - tab.offsetWidth) / 2
}

/** Shows the pages of a group that the person may open as tabs. `small`: below other tabs. */
export function SubPages({
  label,
  pages,
  small = false,
}: {
  label: string
  pages: readonly SubPage[]
  small?: boolean
}) {
  const { pathname } = useLocation()
  const opens = useOpens()
  return (
    <nav
      aria-label={label}
      className={classes(
        'relative flex gap-4 overflow-x-auto desk:gap-6 print:hidden',
        small ? 'mt-1 text-2' : 'mt-3 border-b border-rule',
      )}
    >
      {pages
        .filter(({ to }) => opens(to))
        .map((page) => {
          const on = (page.pages ?? [page]).some(({ to }) => to === pathname)
          return (
            <Link
              key={page.to}
              ref={on ? showTab : undefined}
              to={page.to}
              aria-current={on ? 'page' : undefined}
              className={classes(
                'flex min-h-11 items-center border-b-2 pt-0.5 whitespace-nowrap',
                on && !small ? 'border-ink' : 'border-transparent',
                on ? 'font-strong' : 'text-muted hover:text-ink',
              )}
            >
              {page.label}
            </Link>
          )
        })}
    </nav>
  )
}
