import { Suspense, lazy } from 'react'
import { formatDayNear } from '#platform/time/ist.ts'
import type { CatalogueEvent, TicketCategory } from '#shop/catalogue/catalogue.ts'
import { Dialog } from '#ui/controls/dialog.tsx'
import { rupees } from '#ui/format.ts'
import { Icon } from '#ui/controls/icon.tsx'
import { t } from '#ui/messages/messages.ts'
import { SeatsLoading } from '../seats-loading.tsx'
import { SeatsWaiting } from '../seats-waiting.tsx'

export interface SeatPickerProps {
  event: CatalogueEvent
  category: TicketCategory
  /** Every category that can be turned to, this one included. */
  others?: readonly TicketCategory[]
  onCategory?: (id: string) => void
  /** The event is not on this device yet, and with it the plan of its hall. */
  waiting?: boolean
  /** Seats of this category that count toward the ten of a booking, in place of those in the cart. */
  already?: readonly string[]
  /** Seats of a line that are to be changed: they are chosen when it opens, and nothing counts beside the choice. */
  changing?: readonly string[]
  onClose: () => void
  /** At least one seat, in the order of the hall. The caller puts them into the cart, or the line's place, and closes. */
  onAdd: (seats: string[]) => void
}

// The map comes after the page: nothing of it is on the way to the first paint.
const load = (): Promise<typeof import('./seat-picker-body.tsx')> => import('./seat-picker-body.tsx')
const Body = lazy(() => load().then(({ SeatPickerBody }) => ({ default: SeatPickerBody })))

/** Fetches the picker's code ahead of the press that opens it. */
export const preloadSeatPicker = (): void => void load()

/** The dialog in which seats of one category are chosen. */
export function SeatPicker(props: SeatPickerProps) {
  const { event, category, others = [], onCategory, waiting = false, already, changing, onClose, onAdd } = props
  const offered = others.includes(category) ? others : [category, ...others]
  // oxlint-disable-next-line purity -- the words depend on today
  const day = formatDayNear(event.date, Date.now())
  return (
    <Dialog
      open
      onClose={onClose}
      size="seats"
      title={t('seats.title')}
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
        ) : (
          <Body key={category.id} category={category} already={already} changing={changing} onAdd={onAdd} />
        )}
      </Suspense>
    </Dialog>
  )
}

const perTicket = ({ name, price }: TicketCategory): string =>
  t('seats.perTicket', { category: name, price: rupees(price) })

/** The category and its price, and the way to another one. */
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
    <span className="relative inline-grid max-w-full mr-3 max-desk:-mt-0.5 max-desk:-mb-1.5">
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
