import { useAtomValue } from 'jotai'
import { useId, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { classes } from '#ui/controls/classes.ts'
import { Icon } from '#ui/controls/icon.tsx'
import { paths } from '#ui/paths.ts'
import { countedText, paymentCountsAtom } from '../payments/payment-tabs.tsx'
import { currentOf, places, placesOf, type MenuPage, type Place } from './menu.ts'
import { useOpens } from './page-roles.ts'

const row = 'flex min-h-[42px] desk:min-h-[38px] w-full items-center gap-3 border-l-3 pt-1.5 pr-5 pb-1 text-left'

/** Shows the menu's places; of those with several pages one is open, at first that of the current page. */
export function SideMenu({ onChoose }: { onChoose: () => void }) {
  const { pathname } = useLocation()
  const current = currentOf(pathname)
  // A press counts until the page changes.
  const [pressed, setPressed] = useState<{ at: string; open: string | null }>()
  const open = pressed?.at === pathname ? pressed.open : current?.place
  return (
    <ul id="console-places" className="py-2 text-3">
      {placesOf(useOpens()).map((place) => (
        <li key={place.label}>
          {place.pages.length === 1 ? (
            <Entry page={place.pages[0]} label={nameOf(place)} current={current?.to} onChoose={onChoose} />
          ) : (
            <Opening
              place={place}
              open={open === place.label}
              current={current}
              onToggle={() => setPressed({ at: pathname, open: open === place.label ? null : place.label })}
              onChoose={onChoose}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

/** A place that has but one page of several for this person is called after it. */
const nameOf = ({ label, pages: [page] }: Place): string =>
  places.find((place) => place.label === label)?.pages.length === 1 ? label : page.label

function Opening({
  place: { label, pages },
  open,
  current,
  onToggle,
  onChoose,
}: {
  place: Place
  open: boolean
  current: { place: string; to: string } | undefined
  onToggle: () => void
  onChoose: () => void
}) {
  const id = useId()
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={onToggle}
        className={classes(
          row,
          'cursor-pointer border-transparent pl-[21px] hover:text-ink',
          current?.place === label ? 'font-strong text-ink' : 'text-muted',
        )}
      >
        {label}
        {!open && pages.some(({ to }) => to === paths.adminPayments) ? <PaymentsWaiting /> : null}
        <Icon name="chevron" className={classes('ml-auto size-4!', open && 'rotate-180')} />
      </button>
      <ul id={id} hidden={!open} className="desk:pb-1">
        {open
          ? pages.map((page) => (
              <li key={page.to}>
                <Entry page={page} current={current?.to} inside onChoose={onChoose} />
              </li>
            ))
          : null}
      </ul>
    </>
  )
}

function Entry({
  page,
  label = page.label,
  current,
  inside = false,
  onChoose,
}: {
  page: MenuPage
  label?: string
  current: string | undefined
  inside?: boolean
  onChoose: () => void
}) {
  const isCurrent = current === page.to
  return (
    <Link
      to={page.to}
      onClick={onChoose}
      aria-current={isCurrent ? 'page' : undefined}
      className={classes(
        row,
        inside ? 'pl-[37px] desk:min-h-[36px]!' : 'pl-[21px]',
        isCurrent ? 'border-accent bg-sunk font-strong text-ink' : 'border-transparent text-muted hover:text-ink',
      )}
    >
      {label}
      {page.to === paths.adminPayments ? <PaymentsWaiting /> : null}
    </Link>
  )
}

/** Shows how many payments are undecided; nothing for none. */
export function PaymentsWaiting({ className }: { className?: string }) {
  const pending = useAtomValue(paymentCountsAtom)?.pending
  if (!pending) return null
  return (
    <span className={classes('tabular-nums', className)}>
      {countedText(pending)}
      <span className="sr-only"> waiting</span>
    </span>
  )
}
