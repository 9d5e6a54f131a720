import { useState } from 'react'
import { Link } from 'react-router-dom'
import { everyRefund, listRefunds, refundSorts, type RefundRow, type RefundStatus } from '#backend/refunds-admin-api.ts'
import { formatDay, formatDayTime } from '#domain/ist.ts'
import { Button } from '#ui/button.tsx'
import { exactRupees } from '#ui/format.ts'
import { usePageTitle } from '#ui/page-title.ts'
import { paths, withQuery } from '#ui/paths.ts'
import { StateMark } from '#ui/state-mark.tsx'
import { Cell, HeadCell } from '#ui/table.tsx'
import { bookingPages } from '../bookings/booking-pages.ts'
import { CsvButton } from '../csv-button.tsx'
import { HistoryDialog } from '../history/history-dialog.tsx'
import { FilterChips, ListFilters, ListFrame, ListTable, useRows } from '../list-frame.tsx'
import { PageHead } from '../list-parts.tsx'
import { useListState, type ListState, type Sort } from '../list-state.ts'
import { SortHead } from '../sort-head.tsx'
import { SubPages } from '../sub-pages.tsx'
import { MarkRefundedDialog } from './mark-refunded-dialog.tsx'
import { refundColumns } from './refund-columns.ts'

const oldest: Sort = { column: 'requested_at', ascending: true }
const statuses: { value: RefundStatus | null; label: string }[] = [
  { value: 'requested', label: 'Due' },
  { value: 'refunded', label: 'Refunded' },
  { value: null, label: 'All' },
]

/** Money that customers asked back: what is due first, the oldest on top. */
export function RefundsRoute() {
  usePageTitle('Refunds', 'admin')
  const list = useListState(refundSorts, oldest)
  const asked = list.get('status')
  const status = asked === 'all' ? null : asked === 'refunded' ? 'refunded' : 'requested'
  const rows = useRows(list, {
    filter: status ?? 'all',
    message: 'Error loading refunds',
    load: (query) => listRefunds(query, status),
  })
  const { value, query, reload } = rows
  const [marking, setMarking] = useState<RefundRow | null>(null)
  const [telling, setTelling] = useState<RefundRow | null>(null)

  return (
    <>
      <PageHead title="Refunds">
        {value && value.total > 0 ? (
          <CsvButton
            name="refunds"
            total={value}
            columns={refundColumns}
            read={(onRows) => everyRefund(query, status, onRows)}
          />
        ) : null}
      </PageHead>
      <SubPages label="Bookings" pages={bookingPages} />
      <ListFilters list={list} label="Search" hint="Customer, UPI id, event, order code or UTR">
        <FilterChips
          label="State"
          choices={statuses}
          value={status}
          onChoose={(chosen) => list.set({ status: chosen === 'requested' ? null : (chosen ?? 'all') })}
        />
      </ListFilters>
      <ListFrame
        csv
        list={list}
        rows={rows}
        noun={status === 'requested' ? 'refunds due' : 'refunds'}
        empty="Customers ask for one when an event is cancelled or moved."
      >
        {(refunds) => (
          <ListTable caption="Refunds" head={<Head list={list} />}>
            {refunds.map((refund) => (
              <Row
                key={refund.id}
                refund={refund}
                onMark={() => setMarking(refund)}
                onHistory={() => setTelling(refund)}
              />
            ))}
          </ListTable>
        )}
      </ListFrame>
      {telling ? (
        <HistoryDialog
          name={`${telling.userName ?? telling.userEmail ?? 'Deleted account'}, ${exactRupees(telling.amount)}`}
          of={[{ noun: 'refunds', ids: [telling.id] }]}
          onClose={() => setTelling(null)}
        />
      ) : null}
      {marking ? <MarkRefundedDialog refund={marking} onClose={() => setMarking(null)} onDone={reload} /> : null}
    </>
  )
}

function Head({ list }: { list: ListState }) {
  return (
    <tr>
      <HeadCell>Customer</HeadCell>
      <HeadCell deskOnly>For</HeadCell>
      <HeadCell>State</HeadCell>
      <SortHead list={list} column="requested_at" deskOnly>
        Requested
      </SortHead>
      <SortHead list={list} column="amount" number first="descending">
        Amount
      </SortHead>
      <HeadCell>
        <span className="sr-only">Actions</span>
      </HeadCell>
    </tr>
  )
}

function Row({ refund, onMark, onHistory }: { refund: RefundRow; onMark: () => void; onHistory: () => void }) {
  const who = refund.userName ?? refund.userEmail ?? 'Deleted account'
  return (
    <tr>
      <Cell className="max-desk:w-full max-desk:max-w-0 desk:max-w-[260px]">
        <span className="block truncate font-strong">{who}</span>
        <span className="block truncate text-1 text-muted">{refund.upiId ?? refund.userEmail}</span>
        <span className="block text-1 text-muted desk:hidden">
          {refund.eventName}, {refund.seats.join(', ')}
        </span>
      </Cell>
      <Cell deskOnly>
        {refund.eventName}
        <span className="block text-1 text-muted">
          {refund.category}: {refund.seats.join(', ')} ·{' '}
          <Link
            className="link"
            to={withQuery(paths.adminBookings, { booking: refund.paymentLineId })}
            aria-label={`Booking of order ${refund.orderCode}`}
          >
            {refund.orderCode}
          </Link>
        </span>
      </Cell>
      <Cell>
        {refund.status === 'refunded' ? (
          <StateMark kind="ok" tag>
            Refunded
          </StateMark>
        ) : (
          <StateMark kind="warn" tag>
            Due
          </StateMark>
        )}
        <span className="mt-1 block text-1 text-muted">
          {refund.utr
            ? `${refund.utr}, ${formatDay(refund.refundedAt ?? refund.requestedAt)}`
            : `event ${refund.reason}`}
        </span>
      </Cell>
      <Cell deskOnly className="whitespace-nowrap">
        {formatDayTime(refund.requestedAt)}
      </Cell>
      <Cell number>{exactRupees(refund.amount)}</Cell>
      <Cell number className="py-1.5!">
        {refund.status === 'requested' ? (
          <Button kind="line" small aria-label={`Refund ${who}, ${exactRupees(refund.amount)}`} onClick={onMark}>
            Refund
          </Button>
        ) : null}
        <button
          type="button"
          className="link ml-auto block min-h-6 text-1"
          aria-label={`History: refund of ${who}, ${exactRupees(refund.amount)}`}
          onClick={onHistory}
        >
          History
        </button>
      </Cell>
    </tr>
  )
}
