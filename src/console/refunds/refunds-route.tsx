import type { RefundRecord, RefundRow } from '#shop/refunds/refund-rows.ts'
import { bankReference, methodNames } from '../box-office/box-office-words.ts'
import { csvTime, rupeesCell, type CsvColumn, CsvButton } from '../kit/list/csv-button.tsx'
import { refundReasons, recipientOf, seenWords } from './refund-words.ts'
import { wayNames } from './way-back.ts'
import { seatsCell } from '../bookings/ticket-state.tsx'
import type { RefundStatus } from '#shop/refunds/refund.ts'
import { useState } from 'react'
import { everyRefund, listRefunds, refundSorts } from '#shop/refunds/refunds-admin.api.ts'
import { readPayouts } from '#shop/refunds/payouts.api.ts'
import { Button } from '#ui/controls/button.tsx'
import { exactRupees } from '#ui/format.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { bookingPages } from '../bookings/ticket-pages.ts'
import { HistoryDialog } from '../history/history-list.tsx'
import { EventFilter, useEventOf } from '../kit/concerts/event-filter.tsx'
import { FilterChips, ListFilters, ListFrame, useRows } from '../kit/list/list-frame.tsx'
import { ListFailure, PageHead } from '../kit/list/list-parts.tsx'
import { useListState, type Sort } from '../kit/list/list-state.ts'
import { type Column, ListTable } from '../kit/list/list-table.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { SubPages } from '../shell/sub-pages.tsx'
import { DropRefundDialog } from './drop-refund-dialog.tsx'
import { MarkRefundedDialog } from './mark-refunded-dialog.tsx'
import { RefundTableRow } from './refund-row.tsx'
import { OpenPayouts } from './payouts/open-payouts.tsx'
import { PickRefunds, type Picked } from './payouts/pick-refunds.tsx'

export const refundColumns: CsvColumn<RefundRecord>[] = [
  { head: 'Owed since (IST)', cell: (refund) => csvTime(refund.requestedAt) },
  { head: 'Asked for (IST)', cell: (refund) => csvTime(refund.askedAt) },
  { head: 'Name', cell: (refund) => refund.userName },
  { head: 'Email', cell: (refund) => refund.userEmail },
  { head: 'UPI id', cell: (refund) => refund.upiId },
  { head: 'Amount (INR)', cell: (refund) => rupeesCell(refund.amount) },
  { head: 'State', cell: (refund) => (refund.status === 'refunded' ? 'refunded' : 'owed') },
  { head: 'Paid by', cell: ({ way }) => way && wayNames[way] },
  { head: 'UTR of the refund', cell: ({ utr }) => utr },
  { head: 'To or how', cell: ({ settledHow }) => settledHow },
  { head: 'Refunded (IST)', cell: (refund) => csvTime(refund.refundedAt) },
  { head: 'In the statement', cell: seenWords },
  { head: 'Why', cell: (refund) => refundReasons[refund.reason] },
  { head: 'Note', cell: (refund) => refund.note },
  { head: 'Seats let in', cell: (refund) => refund.admitted?.seats ?? 0 },
  { head: 'Order', cell: (refund) => refund.orderCode },
  { head: 'UTR of the payment', cell: bankReference },
  { head: 'Method', cell: (refund) => methodNames[refund.method] },
  { head: 'Event', cell: (refund) => refund.eventName },
  { head: 'Event date (IST)', cell: (refund) => csvTime(refund.eventDate) },
  { head: 'Ticket', cell: (refund) => refund.category },
  { head: 'Seats', cell: (refund) => seatsCell(refund.seats) },
]

const oldest: Sort = { column: 'requested_at', ascending: true }
const statuses: { value: RefundStatus | null; label: string }[] = [
  { value: 'requested', label: 'Owed' },
  { value: 'refunded', label: 'Refunded' },
  { value: null, label: 'All' },
]

const columns: readonly Column[] = [
  { head: 'Customer' },
  { head: 'For', deskOnly: true },
  { head: 'State' },
  { head: 'Owed since', sort: 'requested_at', deskOnly: true },
  { head: 'Amount', sort: 'transfer', first: 'descending', number: true },
  { head: 'Actions', isHidden: true },
]

function withPick(picked: Picked, refund: RefundRow, on: boolean): Picked {
  const next = new Map(picked)
  if (on) next.set(refund.id, refund)
  else next.delete(refund.id)
  return next
}

export function RefundsRoute() {
  usePageTitle('Refunds', 'admin')
  const list = useListState(refundSorts, oldest)
  const asked = list.get('status')
  const status = asked === 'all' ? null : asked === 'refunded' ? 'refunded' : 'requested'
  const event = useEventOf(list)
  const rows = useRows(list, {
    filter: status ?? 'all',
    event,
    message: 'Error loading refunds',
    load: (query) => listRefunds(query, status),
  })
  const { value, query } = rows
  const payouts = useLoaded('payouts', readPayouts)
  const reload = () => Promise.all([rows.reload(), payouts.reload()])
  /** Null unless staff choose several. */
  const [picked, setPicked] = useState<Picked | null>(null)
  const [marking, setMarking] = useState<RefundRow | null>(null)
  const [dropping, setDropping] = useState<RefundRow | null>(null)
  const [historyOf, setHistoryOf] = useState<RefundRow | null>(null)

  return (
    <>
      <PageHead title="Refunds">
        {status === 'requested' && picked === null && value && value.total > 0 ? (
          <Button kind="line" small onClick={() => setPicked(new Map())}>
            Pay several
          </Button>
        ) : null}
        {value && value.total > 0 ? (
          <CsvButton
            name="refunds"
            total={value}
            columns={refundColumns}
            read={(reading) => everyRefund(query, status, reading)}
          />
        ) : null}
      </PageHead>
      <SubPages label="Bookings" pages={bookingPages} />
      {/* The list says it first. */}
      <ListFailure
        message="Error loading bank files"
        failure={rows.failure ? null : payouts.failure}
        onRetry={payouts.reload}
      />
      <OpenPayouts payouts={payouts.value ?? []} onDone={reload} />
      <ListFilters list={list} label="Search" hint="Customer, UPI id, event, order code or UTR">
        <FilterChips
          label="State"
          choices={statuses}
          value={status}
          onChoose={(chosen) => {
            setPicked(null)
            list.set({ status: chosen === 'requested' ? null : (chosen ?? 'all') })
          }}
        />
        <EventFilter list={list} className="mt-2" />
      </ListFilters>
      {picked ? (
        <PickRefunds
          picked={picked}
          of={query}
          onPick={(added) =>
            setPicked((now) => new Map([...(now ?? []), ...added.map((one) => [one.id, one] as const)]))
          }
          onDone={reload}
          onStop={() => setPicked(null)}
        />
      ) : null}
      <ListFrame
        csv
        list={list}
        rows={rows}
        noun={status === 'requested' ? 'refunds owed' : 'refunds'}
        empty="Refunds of cancelled events appear here. Customers can ask for one when an event moves, and you can start one from a booking or a payment."
      >
        {(refunds) => (
          <ListTable caption="Refunds" list={list} columns={columns}>
            {refunds.map((refund) => (
              <RefundTableRow
                key={refund.id}
                refund={refund}
                pick={
                  picked && {
                    on: picked.has(refund.id),
                    onPick: (on) => setPicked((now) => withPick(now ?? picked, refund, on)),
                  }
                }
                onMark={() => setMarking(refund)}
                onDrop={() => setDropping(refund)}
                onHistory={() => setHistoryOf(refund)}
              />
            ))}
          </ListTable>
        )}
      </ListFrame>
      {historyOf ? (
        <HistoryDialog
          name={`${recipientOf(historyOf)}, ${exactRupees(historyOf.amount)}`}
          of={[{ noun: 'refunds', ids: historyOf.together.map(({ id }) => id) }]}
          onClose={() => setHistoryOf(null)}
        />
      ) : null}
      {marking ? <MarkRefundedDialog refund={marking} onClose={() => setMarking(null)} onDone={reload} /> : null}
      {dropping ? <DropRefundDialog refund={dropping} onClose={() => setDropping(null)} onDone={reload} /> : null}
    </>
  )
}
