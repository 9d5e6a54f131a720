import type { DoorCategory, DoorPrice } from '#shop/box-office/box-office.api.ts'
import type { DoorRefusal } from '#shop/box-office/door-draft.ts'
import { type Missing, ticketsIn } from '#shop/box-office/door-sale.ts'
import type { OrderLine } from '#shop/orders/order.ts'
import { sectionsOf } from '#shop/catalogue/catalogue.ts'
import type { Failure } from '#platform/failure/failure.ts'
import { formatSeats, spokenSeat } from '#shop/seats/seat-names.ts'
import { seatsText } from '#console/bookings/ticket-state.tsx'
import { whyFailed } from '../../kit/why-failed.ts'
import { counted } from '../../kit/words/counted.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import { exactRupees, rupees } from '#ui/format.ts'
import { ticketsText } from '../box-office-words.ts'

export function refusalWords(refusal: DoorRefusal, category: DoorCategory, most: number): string {
  const said = (seat: string): string => spokenSeat(seat, category.seats && sectionsOf(category.seats))
  switch (refusal.kind) {
    case 'limit':
    case 'limit-best':
      return `One sale has at most ${most} of a category.`
    case 'sold':
    case 'in-cart':
    case 'companion':
      return `${said(refusal.seat)} is not free.`
    case 'none-together':
      return refusal.most === 0
        ? 'No seat is free.'
        : `No ${refusal.n} free seats are side by side, at most ${refusal.most}. Choose them on the map.`
    case 'left':
      return refusal.left === 0 ? 'No place is left.' : `Only ${refusal.left} left.`
  }
}

/** Returns 'Standing, 2 people' or 'Balcony A1, A2'. */
export const lineWords = (line: OrderLine, category: DoorCategory | undefined): string =>
  category?.seats
    ? formatSeats({ seats: line.seats, sections: sectionsOf(category.seats) }).list
    : seatsText(line.seats)

export function lostWords(line: OrderLine, category: DoorCategory | undefined): string {
  if (!category?.seats)
    return line.seats.length === 1
      ? 'Someone else has just taken one place. The rest of the sale is here.'
      : `Others took ${counted(line.seats.length, 'place')} meanwhile. The rest of the sale is here.`
  const names = lineWords(line, category)
  return `Someone else has just taken ${names}. The rest of the sale is here.`
}

export const missingWords: Record<Missing, string> = {
  tickets: 'Choose tickets first.',
  price: 'The total is being computed. Press again when you see it.',
  given: 'Less was given than the total.',
  reason: 'Write why they are complimentary.',
  phone: 'Enter a phone number, or leave it empty.',
}

/** Why a sale was refused: nothing was sold. */
export function refusedWords(failure: Failure): string {
  switch (failure.code) {
    case 'price_changed':
      return 'The price has changed. Nothing was sold: look at the total, then sell again.'
    case 'till_closed':
      return 'Your till is closed. Nothing was sold: open a till, then sell again.'
    case 'not_on_sale':
      return 'This concert is not sold at the door: it is a draft, cancelled, or began six hours ago.'
    case 'forbidden':
      return 'You do not sell for this concert any more.'
    case 'too_many_seats':
      return 'That is more than one sale may have.'
    case 'unknown_seat':
      return 'The hall was changed meanwhile. Choose the seats again.'
    case 'order_submitted':
      return 'This sale was undone. Start the next one.'
    case 'reference_approved':
    case 'credit_used':
      return 'This UPI reference was used for another payment. Nothing was sold: look at it again.'
    case 'reference_of_refund':
      return 'This reference is that of a refund. Nothing was sold.'
    default:
      return whyFailed(failure)
  }
}

export function SaleSummary({
  lines,
  categories,
  price,
  onRemove,
}: {
  lines: readonly OrderLine[]
  categories: ReadonlyMap<string, DoorCategory>
  price: DoorPrice | null
  onRemove: (categoryId: string) => void
}) {
  const n = ticketsIn(lines)
  const taxes = price ? price.gst + price.localTax : 0
  return (
    <div>
      <ul aria-label="In this sale">
        {lines.map((line) => {
          const category = categories.get(line.ticketCategoryId)
          return (
            <li key={line.ticketCategoryId} className="flex items-center gap-2 border-b border-rule">
              <span className="min-w-0 flex-1 py-2 wrap-anywhere">
                <span className="font-strong">{category?.name ?? 'Ticket'}</span>
                <span className="block text-2 text-muted">{lineWords(line, category)}</span>
              </span>
              <IconButton
                label={`Take out ${category?.name ?? 'these tickets'}`}
                onClick={() => onRemove(line.ticketCategoryId)}
              >
                <Icon name="close" />
              </IconButton>
            </li>
          )
        })}
      </ul>
      <p
        role="status"
        className="flex flex-wrap items-baseline justify-between gap-x-4 border-t-2 border-rule-strong pt-2"
      >
        <span>{n === 0 ? 'Nothing chosen' : ticketsText(n)}</span>
        <span className="head-4 tabular-nums">{n === 0 ? '' : price ? exactRupees(price.total) : 'Computing…'}</span>
      </p>
      <p className="min-h-5 text-1 text-muted tabular-nums">
        {taxes > 0 ? `with ${rupees(taxes)} tax, no convenience fee` : n > 0 && price ? 'no convenience fee' : ''}
      </p>
    </div>
  )
}
