import { Fragment, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { isUuid } from '#platform/text/uuid.ts'
import { everyPayment, listPayments } from '#shop/payments/review.api.ts'
import { paymentSorts, type ReviewPayment } from '#shop/payments/review-rows.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths } from '#ui/paths.ts'
import { useNow } from '#ui/hooks/use-time.ts'
import { DayLimit } from '../dashboard/net-and-limit.tsx'
import { useConcert } from '../kit/concert.ts'
import { EventFilter, useEventOf } from '../kit/concerts/event-filter.tsx'
import { CsvButton } from '../kit/list/csv-button.tsx'
import { ListFilters, ListFrame, useRows } from '../kit/list/list-frame.tsx'
import { PageHead, totalText, testsOf, TestsFilter } from '../kit/list/list-parts.tsx'
import { useListState, type Sort } from '../kit/list/list-state.ts'
import { SavedFilterBar } from '../kit/list/saved-filter-bar.tsx'
import { type Column, ListTable } from '../kit/list/list-table.tsx'
import { Switch } from '../kit/switch.tsx'
import { TextLink } from '../kit/text-link.tsx'
import { BankStatesFailure, useBankStates, type BankStates } from './bank-state.tsx'
import { useApprove } from './decision/decide.ts'
import { useRefreshPaymentCounts, PaymentTabs, readTab } from './payment-tabs.tsx'
import { paymentColumns } from './payment-columns.ts'
import { MoreOfCustomer } from './more-of-customer.tsx'
import { PaymentDialog } from './review/payment-dialog.tsx'
import { PaymentRow } from './payment-row.tsx'
import { useShortcuts, useShortcutsOn } from './shortcuts.tsx'
import { useAutoRefresh, usePaymentWatch, watchersText } from './presence.ts'
import { useSettledRejections } from './decision/rejections.ts'
import { useNeighbours } from './review/neighbour-buttons.tsx'
import { approvalBlock, isClean } from './review/warning-words.ts'
import { useIdentity } from '#account/session/identity.ts'

const newest: Sort = { column: 'created_at', ascending: false }
const AGES_EVERY_MS = 30_000

/** Parameters that belong to no filter. */
const passing = ['payment'] as const

const columns: readonly Column[] = [
  { head: 'Customer' },
  { head: 'UTR', sort: 'transaction_id', deskOnly: true },
  { head: 'State' },
  { head: 'Submitted', sort: 'created_at', first: 'descending', deskOnly: true },
  { head: 'Amount', sort: 'amount', first: 'descending', number: true, className: 'max-desk:pr-0!' },
  { head: 'Actions', isHidden: true, deskOnly: true },
]

export function PaymentsRoute() {
  usePageTitle('Payments', 'admin')
  const identity = useIdentity()
  const me = identity.status === 'signed-in' ? identity.userId : null
  const list = useListState(paymentSorts, newest)
  const inConcert = useConcert() !== null
  const tab = readTab(list.get('status'), inConcert)
  const open = list.get('payment')
  const event = useEventOf(list)
  const payments = useRows(list, {
    filter: tab,
    event,
    tests: testsOf(list),
    message: 'Error loading payments. Please try again.',
    load: (query) => listPayments(query, tab === 'all' ? null : tab),
  })
  const refreshCounts = useRefreshPaymentCounts()
  const now = useNow(AGES_EVERY_MS)
  const { approving, approve } = useApprove()
  const [shortcutsOn, setShortcutsOn] = useShortcutsOn()
  /** Reject was pressed in the list: the dialog opens with the note in focus. */
  const [toReject, setToReject] = useState(false)

  const { reload } = payments
  const refresh = useCallback(async () => {
    const [result] = await Promise.all([reload(), refreshCounts()])
    return result
  }, [reload, refreshCounts])
  const auto = useAutoRefresh(refresh)

  const settled = useSettledRejections()
  const seenSettled = useRef(settled)
  useEffect(() => {
    if (seenSettled.current === settled) return
    seenSettled.current = settled
    void refresh()
  }, [settled, refresh])

  const { others, status: statusNow } = usePaymentWatch(isUuid(open) ? open : null)

  const show = useCallback((id: string | null) => list.set({ payment: id }, true), [list])
  const rows = useMemo(() => payments.value?.rows ?? [], [payments.value])
  const bank = useBankStates(rows, payments.at)
  const walk = useNeighbours({
    rows,
    total: payments.value?.total ?? 0,
    more: payments.value?.more ?? false,
    page: list.page,
    current: payments.current,
    open,
    show,
    setPage: list.setPage,
  })

  const view = (payment: ReviewPayment, rejecting = false) => {
    setToReject(rejecting)
    show(payment.id)
  }

  const approveRow = async (payment: ReviewPayment) => {
    if (!isClean(payment) || approvalBlock(payment, me)) return view(payment)
    const result = await approve(payment.id, '')
    if (result === 'busy') return
    if (!result.ok) view(payment)
    void refresh()
  }

  useShortcuts({ j: () => focusView(1), k: () => focusView(-1) }, shortcutsOn && open === null)

  const row = (payment: ReviewPayment, states: BankStates) => (
    <PaymentRow
      key={payment.id}
      payment={payment}
      now={now}
      watched={watchersText(others, payment.id)}
      bank={states?.get(payment.id)}
      approving={approving}
      onView={() => view(payment)}
      onApprove={() => approveRow(payment)}
      onReject={() => view(payment, true)}
      onGiven={refresh}
    />
  )

  return (
    <>
      <PageHead title="Payments">
        <Link className="link min-h-9 pt-2 text-2" to={paths.adminBank}>
          Bank statement
        </Link>
        {payments.value && payments.value.total > 0 ? (
          <CsvButton
            name="payments"
            total={payments.value}
            columns={paymentColumns}
            read={(reading) => everyPayment(payments.query, tab === 'all' ? null : tab, reading)}
          />
        ) : null}
        <Switch on={shortcutsOn} onChange={setShortcutsOn} className="max-desk:hidden">
          Shortcuts
        </Switch>
        <Switch on={auto.on} onChange={auto.setOn}>
          Auto-refresh
        </Switch>
        <button
          type="button"
          className="link min-h-9 text-2 aria-disabled:cursor-progress aria-disabled:text-muted"
          aria-disabled={auto.busy || undefined}
          onClick={() => auto.now()}
        >
          Refresh Now
        </button>
      </PageHead>
      {inConcert ? null : <DayLimit />}
      <PaymentTabs tab={tab} list={list} inConcert={inConcert} />
      <ListFilters
        list={list}
        label="Search"
        hint="Name, email, UTR, order code or amount"
        folds={{ open: (event !== undefined && !inConcert) || testsOf(list) === true }}
      >
        <EventFilter list={list} />
        <TestsFilter list={list} className="mt-2" />
      </ListFilters>
      {event && !inConcert ? (
        <p className="mt-3 text-2">
          <TextLink to={paths.adminEventSettlement(event)}>Settlement of this event</TextLink>
        </p>
      ) : null}
      {inConcert ? null : <SavedFilterBar storageKey="paymentFilters" passing={passing} />}
      <ListFrame
        list={list}
        rows={payments}
        csv
        noun={tab === 'all' ? 'payments' : `${tab} payments`}
        empty={
          tab === 'pending' ? 'Nothing is waiting. New payments appear here by themselves.' : 'There are none so far.'
        }
        onRetry={auto.now}
      >
        {(page) => (
          <>
            <BankStatesFailure states={bank} />
            <ListTable caption={`Payments, ${tab}`} list={list} columns={columns}>
              {page.map((payment) => (
                <Fragment key={payment.id}>
                  {row(payment, bank.value)}
                  {payment.moreOfCustomer > 0 && list.search === '' && !event ? (
                    <MoreOfCustomer payment={payment} row={row} />
                  ) : null}
                </Fragment>
              ))}
            </ListTable>
          </>
        )}
      </ListFrame>
      {open === null ? null : (
        <PaymentDialog
          paymentId={open}
          listed={rows.find((payment) => payment.id === open)}
          freshAt={payments.at}
          watched={watchersText(others, open)}
          statusNow={statusNow}
          me={me}
          now={now}
          position={walk.position}
          total={totalText(payments.value ?? { total: 0, more: false })}
          onNext={walk.next}
          onPrevious={walk.previous}
          approving={approving}
          approve={approve}
          startWithNote={toReject}
          shortcutsOn={shortcutsOn}
          onChanged={refresh}
          onClose={() => {
            setToReject(false)
            show(null)
          }}
        />
      )}
    </>
  )
}

function focusView(step: 1 | -1): void {
  const views = [...document.querySelectorAll<HTMLElement>('[data-payment-view]')].filter((view) => view.offsetParent)
  if (views.length === 0) return
  const at = views.indexOf(document.activeElement as HTMLElement)
  const next = at < 0 ? (step === 1 ? 0 : views.length - 1) : Math.min(views.length - 1, Math.max(0, at + step))
  views[next]?.focus()
}
