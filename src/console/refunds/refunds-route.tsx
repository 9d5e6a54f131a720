import type { RefundStatus } from '#shop/refunds/refund.ts'
import { useState } from 'react'
import { everyRefund, listRefunds, refundSorts } from '#shop/refunds/refunds-admin.api.ts'
import type { RefundRow } from '#shop/refunds/refund-rows.ts'
import { exactRupees } from '#ui/format.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { bookingPages } from '../tickets/ticket-pages.ts'
import { CsvButton } from '../kit/list/csv-button.tsx'
import { HistoryDialog } from '../history/history-list.tsx'
import { FilterChips, ListFilters, ListFrame, ListTable, useRows } from '../kit/list/list-frame.tsx'
import { PageHead } from '../kit/list/list-parts.tsx'
import { useListState, type Sort } from '../kit/list/list-state.ts'
import { ListHead, type Column } from '../kit/list/sort-head.tsx'
import { SubPages } from '../shell/sub-pages.tsx'
import { DropRefundDialog } from './drop-refund-dialog.tsx'
import { MarkRefundedDialog } from './mark-refunded-dialog.tsx'
import { refundColumns } from './refund-columns.ts'
import { RefundTableRow } from './refund-row.tsx'
import { recipientOf } from './refund-words.ts'

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
  const [dropping, setDropping] = useState<RefundRow | null>(null)
  const [historyOf, setHistoryOf] = useState<RefundRow | null>(null)

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
        noun={status === 'requested' ? 'refunds owed' : 'refunds'}
        empty="Refunds of cancelled events appear here. Customers can ask for one when an event moves, and you can start one from a booking or a payment."
      >
        {(refunds) => (
          <ListTable caption="Refunds" head={<ListHead list={list} columns={columns} />}>
            {refunds.map((refund) => (
              <RefundTableRow
                key={refund.id}
                refund={refund}
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
