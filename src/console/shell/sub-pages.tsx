import { NavLink } from 'react-router-dom'
import { classes } from '#ui/controls/classes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Empty } from '#ui/display/note.tsx'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths } from '#ui/paths.ts'

export function SubPages({ label, pages }: { label: string; pages: readonly { to: string; label: string }[] }) {
  return (
    <nav aria-label={label} className="mt-3 flex gap-4 overflow-x-auto border-b border-rule desk:gap-6">
      {pages.map((page) => (
        <NavLink
          key={page.to}
          to={page.to}
          end
          className={({ isActive }) =>
            classes(
              'flex min-h-11 items-center border-b-2 pt-0.5 whitespace-nowrap',
              isActive ? 'border-ink font-strong' : 'border-transparent text-muted hover:text-ink',
            )
          }
        >
          {page.label}
        </NavLink>
      ))}
    </nav>
  )
}

export function MissingRoute() {
  usePageTitle('Page not found', 'admin')
  return (
    <Empty
      level="h1"
      title="Page not found"
      action={
        <ButtonLink kind="line" to={paths.admin}>
          Go to the start
        </ButtonLink>
      }
    >
      There is no page at this address. Choose one from the menu.
    </Empty>
  )
}
