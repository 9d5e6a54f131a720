import type { ReactNode } from 'react'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { totalWords } from '#ui/format.ts'
import { Icon } from '#ui/controls/icon.tsx'
import { t } from '#ui/messages/messages.ts'
import { paths } from '#ui/paths.ts'
import { StateMark } from '#ui/display/state-mark.tsx'
import { GiveUp } from '../checkout/begun-orders.tsx'
import { PhaseMark } from '../checkout/payment-facts.tsx'
import { useBuyAgain } from '../checkout/status/use-buy-again.ts'
import { PaymentRefunds } from '../refunds/payment-refunds.tsx'
import { useShopNow } from '../use-shop-now.ts'
import { Dismiss, Follow, UnsentActions, seatsMissing, unsentText, when } from '../wallet/payment-row.tsx'
import { OrderDetails } from './order-details.tsx'
import { OrderLine } from './order-line.tsx'
import { TestMark } from '../test-mark.tsx'
import { isReceivedOrder, isTestOrder, type OrderRecord } from './order-records.ts'

/** The page knows whether the details are open, as news move an order to another list. */
export function OrderItem({
  record,
  days,
  open,
  onToggle,
}: {
  record: OrderRecord
  days: number | null
  open: boolean
  onToggle: (open: boolean) => void
}) {
  const { code, lines, state, at } = record
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-y-3 py-4">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1.5">
        <h3 className="head-4 tabular-nums">{t('orders.order', { code })}</h3>
        {state === 'begun' ? (
          <StateMark kind="warn" tag>
            {t('checkout.begun.mark')}
          </StateMark>
        ) : (
          <PhaseMark phase={state} />
        )}
        {isTestOrder(record) && <TestMark />}
        <p className="text-2 max-desk:w-full desk:ml-auto">
          <span className="font-strong tabular-nums">{totalWords(record.amount)}</span>
          <span className="text-muted"> · {when(at)}</span>
        </p>
      </div>
      <ul className="grid gap-2">
        {lines.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines keep their order; two may lack a category
          <OrderLine key={index} line={line} />
        ))}
      </ul>
      <StateText record={record} />
      {record.payment && <PaymentRefunds paymentId={record.payment.id} orderCode={code} />}
      <Actions record={record} />
      <details
        className="group border-t border-rule"
        open={open}
        onToggle={(event) => onToggle(event.currentTarget.open)}
      >
        <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-4 pt-0.5 text-2 [&::-webkit-details-marker]:hidden">
          {t('orders.details')}
          <Icon name="chevron" className="transition-transform duration-(--t-move) group-open:rotate-180" />
        </summary>
        <OrderDetails record={record} days={days} />
      </details>
    </li>
  )
}

const CLOCK_MS = 15_000

function StateText({ record }: { record: OrderRecord }) {
  const { state, submission, payment, lines, note } = record
  const now = useShopNow(CLOCK_MS)
  const missing = payment && seatsMissing(payment, now)
  const texts: string[] = []
  if (state === 'begun') texts.push(t('checkout.begun.text'))
  else if (state === 'pending') {
    if (isReceivedOrder(record)) texts.push(t('checkout.received'))
    if (lines.some((line) => line.cancelled)) texts.push(t('checkout.status.cancelled'))
    else if (missing) texts.push(missing)
  } else if (state === 'approved') {
    if (record.open) texts.push(t('wallet.payment.approved'))
  } else if (state === 'rejected') {
    if (note) texts.push(t('wallet.payment.reason', { note }))
  } else if (submission) texts.push(unsentText(submission))
  return texts.map((text) => (
    <p key={text} className="max-w-[60ch] text-2 wrap-anywhere text-muted">
      {text}
    </p>
  ))
}

function Actions({ record }: { record: OrderRecord }) {
  const { id, code, state, draft, submission, payment } = record
  let actions: ReactNode = null
  if (draft)
    actions = (
      <>
        <ButtonLink small kind="line" to={paths.order(id)}>
          {t('checkout.begun.finish', { code })}
        </ButtonLink>
        <GiveUp order={draft} />
      </>
    )
  else if (state === 'pending') actions = <Follow orderId={id} label={t('wallet.payment.follow')} />
  else if (state === 'rejected' && payment && record.open)
    actions = (
      <>
        {record.mayTryAgain && <TryAgain record={record} />}
        <Follow orderId={id} label={t('wallet.payment.whatNext')} />
        <Dismiss payment={payment} />
      </>
    )
  else if (state === 'approved')
    actions = (
      <>
        {record.open && <Follow orderId={id} label={t('wallet.payment.follow')} />}
        <ButtonLink small kind="bare" to={paths.receipt(id)} aria-label={t('orders.receipt.of', { code })}>
          {t('orders.receipt')}
        </ButtonLink>
      </>
    )
  else if (submission && !payment) actions = <UnsentActions submission={submission} returnTo={paths.orders} />
  return actions && <div className="no-print flex flex-wrap gap-3">{actions}</div>
}

function TryAgain({ record }: { record: OrderRecord }) {
  const { id, code, submission, payment } = record
  const { busy, tryAgain } = useBuyAgain(id, submission?.lines ?? null, payment)
  return (
    <Button
      small
      kind="line"
      busy={busy}
      aria-label={`${t('checkout.rejected.tryAgain')}: ${t('orders.order', { code })}`}
      onClick={tryAgain}
    >
      {t('checkout.rejected.tryAgain')}
    </Button>
  )
}
