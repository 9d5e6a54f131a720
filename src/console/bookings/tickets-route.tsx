import {
  type Booking,
  type BookingRecord,
  bookingSorts,
  everyBooking,
  listBookings,
  type BookingFilter,
} from '#shop/tickets/tickets-admin.api.ts'
import { formatTypedCode } from '#shop/tickets/ticket-code.ts'
import { taxColumns } from '../kit/list/tax-columns.ts'
import { csvTime, rupeesCell, type CsvColumn, CsvButton } from '../kit/list/csv-button.tsx'
import { bankReference, methodNames } from '../box-office/box-office-words.ts'
import { bookingOutcome, seatsCell, buyerOf, BookingState, seatsText } from './ticket-state.tsx'
import { Link } from 'react-router-dom'
import { formatDayTime } from '#platform/time/ist.ts'
import { count, exactRupees } from '#ui/format.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths, withQuery } from '#ui/paths.ts'
import { Cell } from '#ui/display/table.tsx'
import { useConcert } from '../kit/concert.ts'
import { EventFilter, useEventOf } from '../kit/concerts/event-filter.tsx'
import { FilterChips, ListFilters, ListFrame, useRows } from '../kit/list/list-frame.tsx'
import { PageHead, testsOf, TestsFilter, TestTag } from '../kit/list/list-parts.tsx'
import { useListState, type Sort } from '../kit/list/list-state.ts'
import { type Column, ListTable } from '../kit/list/list-table.tsx'
import { TextLink } from '../kit/text-link.tsx'
import { SubPages } from '../shell/sub-pages.tsx'
import { TicketDialog } from './ticket-dialog.tsx'
import { bookingPages } from './ticket-pages.ts'

export const ticketColumns: CsvColumn<BookingRecord>[] = [
  { head: 'Booked (IST)', cell: (booking) => csvTime(booking.createdAt) },
  { head: 'Order', cell: (booking) => booking.orderCode },
  { head: 'UTR', cell: bankReference },
  { head: 'Method', cell: (booking) => methodNames[booking.method] },
  { head: 'Name', cell: (booking) => booking.userName },
  { head: 'Email', cell: (booking) => booking.userEmail },
  { head: 'Singer', cell: (booking) => booking.singerName },
  { head: 'Event', cell: (booking) => booking.eventName },
  { head: 'Event date (IST)', cell: (booking) => csvTime(booking.eventDate) },
  { head: 'Ticket', cell: (booking) => booking.category },
  { head: 'Quantity', cell: (booking) => booking.quantity },
  { head: 'Seats', cell: (booking) => seatsCell(booking.seats) },
  { head: 'Amount (INR)', cell: (booking) => rupeesCell(booking.totalAmount) },
  ...taxColumns((booking: BookingRecord) => booking.taxes ?? null),
  { head: 'State', cell: bookingOutcome },
  { head: 'Ticket code', cell: (booking) => booking.code && formatTypedCode(booking.code) },
  { head: 'Revoked because', cell: (booking) => booking.revokedReason },
]

const newest: Sort = { column: 'created_at', ascending: false }
const filters: { value: BookingFilter | null; label: string }[] = [
  { value: null, label: 'All' },
  { value: 'completed', label: 'Completed' },
  { value: 'pending', label: 'Pending' },
  { value: 'failed', label: 'Failed' },
  { value: 'recent', label: 'Tickets of the last 24 hours' },
]

const columns: readonly Column[] = [
  { head: 'Customer' },
  { head: 'Event', deskOnly: true },
  { head: 'Ticket', deskOnly: true },
  { head: 'Seats', deskOnly: true },
  { head: 'State' },
  { head: 'Booked', sort: 'created_at', first: 'descending', deskOnly: true },
  { head: 'Amount', sort: 'total_amount', first: 'descending', number: true },
]

export function TicketsRoute() {
  usePageTitle('Bookings', 'admin')
  const inConcert = useConcert() !== null
  const list = useListState(bookingSorts, newest)
  const filter = filters.find(({ value }) => value === list.get('status'))?.value ?? null
  const open = list.get('booking')
  const show = (id: string | null) => list.set({ booking: id }, true)
  const rows = useRows(list, {
    filter: filter ?? 'all',
    event: useEventOf(list),
    tests: testsOf(list),
    message: 'Error loading tickets',
    load: (query) => listBookings(query, filter),
  })
  const { value, query, reload } = rows

  return (
    <>
      <PageHead title="Bookings">
        {value && value.total > 0 ? (
          <CsvButton
            name="bookings"
            total={value}
            columns={ticketColumns}
            read={(reading) => everyBooking(query, filter, reading)}
          />
        ) : null}
      </PageHead>
      {inConcert ? null : <SubPages label="Bookings" pages={bookingPages} />}
      <ListFilters list={list} label="Search" hint="Customer, event, ticket, order or ticket code, UTR">
        <FilterChips
          label="State"
          choices={filters}
          value={filter}
          onChoose={(chosen) => list.set({ status: chosen })}
        />
        <EventFilter list={list} className="mt-2" />
        <TestsFilter list={list} className="mt-2" />
      </ListFilters>
      <ListFrame
        csv
        list={list}
        rows={rows}
        noun={filter === null ? 'bookings' : `${filter} bookings`}
        empty="A booking appears here when a customer submits a payment."
      >
        {(bookings) => (
          <ListTable caption="Bookings" list={list} columns={columns}>
            {bookings.map((booking) => (
              <BookingRow key={booking.id} booking={booking} onView={() => show(booking.id)} />
            ))}
          </ListTable>
        )}
      </ListFrame>
      {open === null ? null : (
        <TicketDialog key={open} bookingId={open} onChanged={reload} onClose={() => show(null)} />
      )}
    </>
  )
}

function BookingRow({ booking, onView }: { booking: Booking; onView: () => void }) {
  const payment = withQuery(paths.adminPayments, { status: 'all', payment: booking.paymentId })
  return (
    <tr>
      <Cell className="max-desk:w-full max-desk:max-w-0 desk:max-w-[220px]">
        <span className="block truncate font-strong">{buyerOf(booking)}</span>
        {booking.userName ? <span className="block truncate text-1 text-muted">{booking.userEmail}</span> : null}
        <span className="block text-1 text-muted desk:hidden">
          {booking.eventName}, {booking.category}: {seatsText(booking.seats) || count(booking.quantity)}
        </span>
      </Cell>
      <Cell deskOnly>
        {booking.eventId ? (
          <TextLink to={paths.adminEvent(booking.eventId)}>{booking.eventName}</TextLink>
        ) : (
          booking.eventName || 'Deleted event'
        )}
        {booking.eventDate ? <span className="block text-1 text-muted">{formatDayTime(booking.eventDate)}</span> : null}
      </Cell>
      <Cell deskOnly>
        {booking.quantity} × {booking.category || 'deleted'}
        {booking.code ? (
          <span className="block text-1 whitespace-nowrap text-muted">{formatTypedCode(booking.code)}</span>
        ) : null}
      </Cell>
      <Cell deskOnly className="max-w-[180px]">
        {seatsText(booking.seats) || '–'}
      </Cell>
      <Cell>
        <BookingState booking={booking} /> {booking.isTest ? <TestTag /> : null}
        {booking.revokedReason ? <span className="mt-1 block text-1 text-muted">{booking.revokedReason}</span> : null}
      </Cell>
      <Cell deskOnly className="whitespace-nowrap">
        {formatDayTime(booking.createdAt)}
      </Cell>
      <Cell number>
        {exactRupees(booking.totalAmount)}
        <Link className="link block text-1" to={payment} aria-label={`Payment of order ${booking.orderCode}`}>
          {booking.orderCode}
        </Link>
        <button
          type="button"
          className="link min-h-6"
          aria-label={`View booking of ${buyerOf(booking)}, order ${booking.orderCode}, ${booking.category}`}
          onClick={onView}
        >
          View
        </button>
      </Cell>
    </tr>
  )
}
