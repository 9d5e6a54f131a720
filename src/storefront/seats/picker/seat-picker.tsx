import { Suspense, lazy } from 'react'
import { formatDayNear } from '#platform/time/ist.ts'
import type { CatalogueEvent, TicketCategory } from '#shop/catalogue/catalogue.ts'
import { classes } from '#ui/controls/classes.ts'
import { Dialog } from '#ui/controls/dialog.tsx'
import { priceWords, rupees } from '#ui/format.ts'
import { Icon } from '#ui/controls/icon.tsx'
import { t } from '#ui/messages/messages.ts'
import { SeatsLoading } from '../seats-loading.tsx'
import { SeatsWaiting } from '../seats-waiting.tsx'

export interface SeatPickerProps {
  event: CatalogueEvent
  category: TicketCategory
  others?: readonly TicketCategory[]
  onCategory?: (id: string) => void
  /** The event, and with it the hall's plan, is not on this device yet. */
  waiting?: boolean
  /** Seats of this category that count toward the limit, in place of those in the cart. */
  already?: readonly string[]
  /** Seats of the line being changed: selected at first, and nothing else counts. */
  changing?: readonly string[]
  /** Leads to the waiting list when no `seats` of them are to be had, or none together. */
  onWait?: (seats: number) => void
  onClose: () => void
  /** At least one seat, in the order of the hall. The caller stores them and closes. */
  onAdd: (seats: string[]) => void
}

const load = (): Promise<typeof import('./seat-picker-body.tsx')> => import('./seat-picker-body.tsx')
const Body = lazy(() => load().then(({ SeatPickerBody }) => ({ default: SeatPickerBody })))

const loadStanding = (): Promise<typeof import('./standing-chooser.tsx')> => import('./standing-chooser.tsx')
const Standing = lazy(() => loadStanding().then(({ StandingChooser }) => ({ default: StandingChooser })))

/** Loads the picker ahead. `standing`: with the chooser for standing places. */
export const preloadSeatPicker = (standing = false): void => {
  void load()
  if (standing) void loadStanding().catch(() => undefined)
}

export function SeatPicker(props: SeatPickerProps) {
  const { event, category, others = [], onCategory, waiting = false, already, changing, onWait, onClose, onAdd } = props
  const standing = category.standing === true
  const offered = others.includes(category) ? others : [category, ...others]
  // oxlint-disable-next-line purity -- the words depend on today
  const day = formatDayNear(event.date, Date.now())
  return (
    <Dialog
      open
      onClose={onClose}
      size={standing ? 'narrow' : 'seats'}
      title={t(standing ? 'seats.standing.title' : 'seats.title')}
      subtitle={
        <>
          {offered.length > 1 && onCategory ? (
            <Categories offered={offered} category={category} onCategory={onCategory} />
          ) : (
            perTicket(category)
          )}
          <span className="max-desk:hidden">
            {!(offered.length > 1 && onCategory) && ' · '}
            {event.singer.name}, {day}, {event.city}
          </span>
        </>
      }
    >
      <Suspense fallback={<SeatsLoading />}>
        {waiting ? (
          <SeatsWaiting />
        ) : standing ? (
          <Standing key={category.id} category={category} state={event.state} onWait={onWait} onAdd={onAdd} />
        ) : (
          <Body
            key={category.id}
            category={category}
            state={event.state}
            already={already}
            changing={changing}
            onWait={onWait}
            onAdd={onAdd}
          />
        )}
      </Suspense>
    </Dialog>
  )
}

const perTicket = ({ name, price, free }: TicketCategory): string =>
  free ? `${name} · ${priceWords(price, free)}` : t('seats.perTicket', { category: name, price: rupees(price) })

function Categories({
  offered,
  category,
  onCategory,
}: {
  offered: readonly TicketCategory[]
  category: TicketCategory
  onCategory: (id: string) => void
}) {
  return (
    <span
      className={classes(
        'relative mr-3 inline-grid max-w-full max-desk:-mb-1.5',
        category.standing ? 'mt-1.5' : 'max-desk:-mt-0.5',
      )}
    >
      <select
        aria-label={t('seats.category')}
        value={category.id}
        onChange={(change) => onCategory(change.target.value)}
        className="min-h-9 min-w-0 cursor-pointer appearance-none truncate rounded-control border border-control bg-raised pt-0.5 pr-9 pl-3 text-ink"
      >
        {offered.map((one) => (
          <option key={one.id} value={one.id}>
            {perTicket(one)}
          </option>
        ))}
      </select>
      <Icon name="chevron" className="pointer-events-none absolute inset-y-0 right-2.5 my-auto" />
    </span>
  )
}
