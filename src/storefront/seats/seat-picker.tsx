import { Suspense, lazy } from 'react'
import { formatDayNear } from '#domain/ist.ts'
import type { CatalogueEvent, TicketCategory } from '#domain/catalogue.ts'
import { Dialog } from '#ui/dialog.tsx'
import { rupees } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import { SeatsLoading } from './seats-loading.tsx'
import { SeatsWaiting } from './seats-waiting.tsx'

export interface SeatPickerProps {
  event: CatalogueEvent
  category: TicketCategory
  /** The event is not on this device yet, and with it the plan of its hall. */
  waiting?: boolean
  /** Seats of this category that are in the cart: shown as such, and counted toward the ten of a booking. */
  already?: readonly string[]
  onClose: () => void
  /** At least one seat, in the order of the hall. The caller puts them into the cart and closes. */
  onAdd: (seats: string[]) => void
}

// The map comes after the page: nothing of it is on the way to the first paint.
const load = (): Promise<typeof import('./seat-picker-body.tsx')> => import('./seat-picker-body.tsx')
const Body = lazy(() => load().then(({ SeatPickerBody }) => ({ default: SeatPickerBody })))

/** Fetches the picker's code ahead of the press that opens it. */
export const preloadSeatPicker = (): void => void load()

/** The dialog in which seats of one category are chosen. */
export function SeatPicker({ event, category, waiting = false, already, onClose, onAdd }: SeatPickerProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      size="seats"
      title={t('seats.title')}
      subtitle={
        <>
          {t('seats.perTicket', { category: category.name, price: rupees(category.price) })}
          <span className="max-desk:hidden">
            {' '}
            · {event.singer.name}, {formatDayNear(event.date, Date.now())}, {event.city}
          </span>
        </>
      }
    >
      <Suspense fallback={<SeatsLoading />}>
        {waiting ? <SeatsWaiting /> : <Body category={category} already={already} onAdd={onAdd} />}
      </Suspense>
    </Dialog>
  )
}
