import { Link, useLocation } from 'react-router-dom'
import { Icon, type IconName } from '#ui/controls/icon.tsx'
import { paths } from '#ui/paths.ts'
import { MENU_ID } from './console-header.tsx'
import { currentOf, placesOf } from './menu.ts'
import { useOpens } from './page-roles.ts'
import { PaymentsWaiting } from './side-menu.tsx'

const tab =
  'group relative grid cursor-pointer justify-items-center gap-0.5 pt-[9px] pb-2 text-1 leading-4 text-muted aria-[current]:font-strong aria-[current]:text-ink aria-expanded:font-strong aria-expanded:text-ink'

/** Shows the places of every day at the foot of a phone, and opens the menu with the rest; pages keep clear of it (index.css). */
export function TabBar({ open, onToggle, onChoose }: { open: boolean; onToggle: () => void; onChoose: () => void }) {
  const current = currentOf(useLocation().pathname)?.place
  return (
    <nav
      aria-label="Main"
      data-tabs=""
      className="no-print safe-x fixed inset-x-0 bottom-0 z-10 grid auto-cols-fr grid-flow-col border-t border-rule bg-surface pb-[env(safe-area-inset-bottom)] desk:hidden"
    >
      {placesOf(useOpens()).map(({ label, icon, pages }) =>
        icon ? (
          <Link
            key={label}
            to={pages[0].to}
            onClick={onChoose}
            aria-current={current === label && !open ? 'page' : undefined}
            className={tab}
          >
            <Inside icon={icon} label={label} />
            {pages[0].to === paths.adminPayments ? (
              <PaymentsWaiting className="absolute top-1 left-[calc(50%+8px)] min-w-[18px] rounded-[9px] bg-accent px-1 text-center text-[12px] leading-[18px] font-strong text-accent-ink" />
            ) : null}
          </Link>
        ) : null,
      )}
      <button type="button" aria-expanded={open} aria-controls={MENU_ID} onClick={onToggle} className={tab}>
        <Inside icon={open ? 'close' : 'menu'} label="Menu" />
      </button>
    </nav>
  )
}

function Inside({ icon, label }: { icon: IconName; label: string }) {
  return (
    <>
      <span
        aria-hidden="true"
        className="absolute inset-x-[24%] -top-px h-0.5 bg-ink opacity-0 group-aria-[current]:opacity-100 group-aria-expanded:opacity-100"
      />
      <Icon name={icon} />
      {label}
    </>
  )
}
