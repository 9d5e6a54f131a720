import { useEffect, useState } from 'react'
import { hasBegun, hasProof, type Order, type OrderedLine } from '#shop/orders/order.ts'
import type { Result } from '#platform/failure/failure.ts'
import type { Submission } from '#shop/orders/outbox/submission.ts'
import { watchShopSettings } from '#shop/settings/shop-settings.store.ts'
import { Button } from '#ui/controls/button.tsx'
import { exactRupees } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import { Note } from '#ui/display/note.tsx'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { shopName } from '#ui/shop.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { useOffSale } from '../../cart/cart-view.ts'
import { PriceTable } from '../../cart/price-table.tsx'
import { PrivateNote } from '../../private-note.tsx'
import { TestNote } from '../../test-mark.tsx'
import { HoldProblem, OffSale } from '../hold/hold-problem.tsx'
import { HoldStrip } from '../hold/hold-strip.tsx'
import { OrderCode, useCodeOfOrder, OrderLines } from '../order-lines.tsx'
import { priceOf, seatsOf, seenPrice } from '../ordered-lines.ts'
import { FreeOrder } from './free-order.tsx'
import { PaymentFormSteps, usePaymentForm } from './payment-form.tsx'
import { REFERENCE_FIELD_ID } from './reference-field.tsx'
import { Step } from './step.tsx'
import { useHold } from '../hold/use-hold.ts'
import { PaymentWait, SecondWay, DemoBankPay } from '../wait/payment-wait.tsx'
import { usePaymentWatch, useReturnFocus } from '../wait/use-payment-watch.ts'
import { useFocusHeading } from '../use-focus-heading.ts'
import { WaysToPay } from './ways-to-pay.tsx'
import { CheckField } from '#ui/controls/field.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import '#ui/messages/en/buying/test.ts'

/** Once money may have been sent, the proof comes first, and the page says not to pay again. */
export function PayPage({
  order,
  onLines,
  onTest,
  onSubmitted,
  onTaken,
}: {
  order: Order
  onLines: (lines: OrderedLine[]) => void
  /** For admins, who may make it a test or a real purchase. */
  onTest?: (isTest: boolean) => Promise<Result<unknown>>
  onSubmitted: (submission: Submission) => void
  /** Of an order of ₹0, which is not submitted. */
  onTaken: (order: Order) => void
}) {
  usePageTitle(t('checkout.page'))
  const heading = useFocusHeading<HTMLHeadingElement>(order.id)
  const settings = useWatched(watchShopSettings, []).value
  const hold = useHold(order)
  const form = usePaymentForm(order)
  const watch = usePaymentWatch(order)
  const [paidAlready, setPaidAlready] = useState(false)
  const offSale = useOffSale(order.lines)
  const problem = hold.state.kind === 'refused' ? hold.state.failure : null
  // Does not ask to pay for lost seats; keeps what was typed, since money may have left before.
  const refused = offSale.length > 0 || problem !== null
  const begun = form.reference.kind !== 'empty' || hasBegun(order)
  const code = useCodeOfOrder(order) ?? null
  // Before a hold the code is not confirmed: its price is shown while the hold is asked for.
  const price = priceOf(order.lines, order.hold, hold.state.kind === 'holding' ? code : null)
  // The price of an offer was fixed with it, whatever the category costs now.
  const before = order.ofOffer ? price.total : (order.hold?.instead ?? seenPrice(order.lines, order.hold, code))

  // As the page opened: nothing moves while people type.
  const [sentBefore] = useState(() => ({ paying: hasBegun(order), proof: hasProof(order) }))
  const mayHaveSent = sentBefore.proof || (sentBefore.paying && watch.live !== true)
  const reopened = order.reopened !== null || (mayHaveSent && price.total > 0)
  // Where the money comes by itself, the form is the second way. It is the first for who has said that money was sent.
  const second = watch.live === true && !refused && !reopened && !order.isTest && price.total > 0
  const left = useReturnFocus(order.id, watch, second)
  const free = price.total === 0 && !begun && !reopened
  // A repeat of what was taken before its answer was lost returns the same tickets.
  const takenBefore = free && problem?.code === 'order_submitted'

  useEffect(() => {
    if (reopened) document.getElementById(REFERENCE_FIELD_ID)?.focus()
  }, [reopened])

  const amount = (
    <Step n={reopened ? 3 : 1} title={t(reopened ? 'checkout.amount.ifNotPaid' : 'checkout.amount.title')}>
      <div>
        <p className="figure text-[min(3.25rem,15vw)] leading-none tracking-[-.02em] desk:text-[4rem]">
          {exactRupees(price.total)}
        </p>
        <p className="mt-1.5 text-2 text-muted">
          {t('checkout.amount.to', { payee: settings?.payeeName || shopName(), code: order.code })}
        </p>
        <div role="status">
          {price.total !== before && (
            <Note kind="warn" className="mt-2">
              {t('checkout.amount.changed', { now: exactRupees(price.total), before: exactRupees(before) })}
            </Note>
          )}
        </div>
      </div>
      {order.isTest ? (
        <TestNote words="test.doNotPay" />
      ) : price.total === 0 ? null : settings?.upiId === '' ? (
        <Note kind="warn">{t('checkout.payee.none')}</Note>
      ) : (
        <WaysToPay
          payment={{
            payee: settings?.payeeName || shopName(),
            vpa: settings?.upiId ?? '',
            mcc: settings?.upiMcc ?? '',
            amountPaise: price.total,
            orderCode: order.code,
          }}
          personal={settings?.upiKind === 'personal'}
          lit={!form.ready && !reopened}
          onLeave={left}
        />
      )}
      {second && <PaymentWait late={watch.late} arrived={watch.arrived} total={price.total} />}
      {second && watch.demo && <DemoBankPay orderCode={order.code} />}
    </Step>
  )

  return (
    <>
      {!refused && <HoldStrip hold={hold} begun={begun} free={free} offered={order.ofOffer} />}
      <div className="wrap pb-18">
        <h1 ref={heading} tabIndex={-1} className="head-5 pt-5 outline-none">
          {t(free ? 'checkout.free.title' : 'checkout.title')}
        </h1>
        <PrivateNote className="mt-3" />
        {order.isTest && <TestNote words="test.order" className="mt-3 max-w-[60ch]" />}
        {onTest && !begun && !reopened && <TestChoice isTest={order.isTest} onTest={onTest} />}
        {reopened && (
          <Note kind="bad" role="note" className="mt-3 max-w-[60ch]">
            <b className="font-strong">{t('checkout.status.doNotPay')}</b> {t('checkout.reopened')}
          </Note>
        )}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-10 pt-4 desk:grid-cols-[minmax(0,1fr)_368px] desk:gap-18">
          <div>
            {offSale.length > 0 ? (
              <OffSale order={order} lines={offSale} onLines={onLines} />
            ) : problem && !takenBefore ? (
              <HoldProblem order={order} failure={problem} onLines={onLines} onRetry={hold.hold} />
            ) : (
              !reopened && (price.total === 0 ? <FreeOrder order={order} hold={hold} onTaken={onTaken} /> : amount)
            )}
            {free ? null : refused && !begun && !paidAlready ? (
              <Button kind="bare" onClick={() => setPaidAlready(true)}>
                {t('checkout.paidAlready')}
              </Button>
            ) : (
              <>
                {second && <SecondWay late={watch.late} />}
                <PaymentFormSteps
                  order={order}
                  form={form}
                  total={price.total}
                  days={settings?.screenshotDays ?? null}
                  firstStep={refused || reopened ? 1 : 2}
                  quiet={second && !watch.late}
                  onSubmitted={onSubmitted}
                />
              </>
            )}
            {reopened && !refused && amount}
          </div>
          <aside aria-label={t(free ? 'checkout.free.lines' : 'checkout.lines')}>
            <h2 className="head-4 border-t-2 border-rule-strong pt-2.5 pb-2">
              {t(free ? 'checkout.free.lines' : 'checkout.lines')}
            </h2>
            <OrderLines lines={order.lines} hold={order.hold} />
            {!hasBegun(order) && !free && !order.ofOffer && <OrderCode order={order} />}
            <PriceTable price={price} seats={seatsOf(order.lines)} />
          </aside>
        </div>
      </div>
    </>
  )
}

/** Offers an admin to buy as a test. The choice begins another order: the mark comes before the hold. */
function TestChoice({ isTest, onTest }: { isTest: boolean; onTest: (isTest: boolean) => Promise<Result<unknown>> }) {
  const choice = useAction(() => onTest(!isTest), { failed: () => t('test.failed') })
  return (
    <div className="mt-3">
      <CheckField
        label={t('test.offer')}
        checked={choice.busy ? !isTest : isTest}
        disabled={choice.busy}
        onChange={() => void choice.run()}
      />
    </div>
  )
}
