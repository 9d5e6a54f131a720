import { useEffect, useState } from 'react'
import { hasBegun, hasProof, type Order, type OrderedLine } from '#shop/orders/order.ts'
import type { Result } from '#platform/failure/failure.ts'
import type { Submission } from '#shop/orders/outbox/submission.ts'
import { watchShopSettings } from '#shop/settings/shop-settings.store.ts'
import { Button } from '#ui/controls/button.tsx'
import { classes } from '#ui/controls/classes.ts'
import { CheckField } from '#ui/controls/field.tsx'
import { Fold } from '#ui/controls/fold.tsx'
import { t } from '#ui/messages/messages.ts'
import { Note } from '#ui/display/note.tsx'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { shopName } from '#ui/shop.ts'
import { useAction } from '#ui/hooks/use-action.ts'
import { useIsPhone } from '#ui/hooks/use-is-phone.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { useOffSale } from '../../cart/cart-view.ts'
import { PrivateNote } from '../../private-note.tsx'
import { TestNote } from '../../test-mark.tsx'
import { HoldProblem, OffSale } from '../hold/hold-problem.tsx'
import { HoldStrip } from '../hold/hold-strip.tsx'
import { OrderCode, useCodeOfOrder, OrderLines } from '../order-lines.tsx'
import { priceOf, seatsOf, seenPrice } from '../ordered-lines.ts'
import { Amount, PriceOfOrder } from './amount.tsx'
import { FreeOrder } from './free-order.tsx'
import { payStage } from './pay-stage.ts'
import { PaymentFormSteps, usePaymentForm } from './payment-form.tsx'
import { REFERENCE_FIELD_ID } from './reference-field.tsx'
import { Step } from './step.tsx'
import { useHold } from '../hold/use-hold.ts'
import { PaymentWait, DemoBankPay } from '../wait/payment-wait.tsx'
import { usePaymentWatch, useReturnFocus } from '../wait/use-payment-watch.ts'
import { useFocusHeading } from '../use-focus-heading.ts'
import { WaysToPay } from './ways-to-pay.tsx'
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
  const phone = useIsPhone()
  const [formOpen, setFormOpen] = useState(false)
  const [unpaidOpen, setUnpaidOpen] = useState(false)
  const offSale = useOffSale(order.lines)
  const problem = hold.state.kind === 'refused' ? hold.state.failure : null
  // Does not ask to pay for lost seats; keeps what was typed, since money may have left before.
  const refused = offSale.length > 0 || problem !== null
  const typed = form.reference.kind !== 'empty'
  const begun = typed || hasBegun(order)
  const code = useCodeOfOrder(order) ?? null
  // Before a hold the code is not confirmed: its price is shown while the hold is asked for.
  const price = priceOf(order.lines, order.hold, hold.state.kind === 'holding' ? code : null)
  // The price of an offer was fixed with it, whatever the category costs now.
  const before = order.ofOffer ? price.total : (order.hold?.instead ?? seenPrice(order.lines, order.hold, code))

  // As the page opened: nothing moves while people type.
  const [sentBefore] = useState(() => ({ paying: hasBegun(order), proof: hasProof(order) }))
  const { stage, reopened, second } = payStage({ order, sentBefore, typed, refused, total: price.total, watch })
  const [paid, looking] = [stage === 'paid', stage === 'looking']
  const left = useReturnFocus(order.id, watch, second)
  const free = price.total === 0 && !begun && !reopened
  // A repeat of what was taken before its answer was lost returns the same tickets.
  const takenBefore = free && problem?.code === 'order_submitted'

  useEffect(() => {
    if (reopened) document.getElementById(REFERENCE_FIELD_ID)?.focus()
  }, [reopened])

  const payee = settings?.payeeName || shopName()
  const amount = !refused && !free && (
    <Amount total={price.total} before={before} payee={payee} code={order.code} small={paid || looking} />
  )
  const ways = order.isTest ? (
    <TestNote words="test.doNotPay" />
  ) : price.total === 0 ? null : settings?.upiId === '' ? (
    <Note kind="warn">{t('checkout.payee.none')}</Note>
  ) : (
    <WaysToPay
      payment={{
        payee,
        vpa: settings?.upiId ?? '',
        mcc: settings?.upiMcc ?? '',
        amountPaise: price.total,
        orderCode: order.code,
      }}
      personal={settings?.upiKind === 'personal'}
      lit={!form.ready && !paid && !looking}
      onLeave={left}
    />
  )
  const wait = second && (
    <>
      <PaymentWait looking={looking} late={watch.late} arrived={watch.arrived} total={price.total} />
      {watch.demo && <DemoBankPay orderCode={order.code} />}
    </>
  )
  const inline = paid || refused || !(phone || second)
  const steps = (
    <>
      {second && watch.late && (
        <Note kind="warn" className="mb-4 max-w-[60ch]">
          {t('checkout.wait.second.late')}
        </Note>
      )}
      <PaymentFormSteps
        order={order}
        form={form}
        total={price.total}
        days={settings?.screenshotDays ?? null}
        firstStep={!inline ? null : refused || paid ? 1 : 2}
        quiet={second && !watch.late}
        onSubmitted={onSubmitted}
      />
    </>
  )
  const late = second && (watch.started || watch.late)
  const proof = inline ? (
    steps
  ) : (
    <Fold
      title={t(late ? 'checkout.wait.notThere' : 'checkout.paidAlready')}
      open={formOpen || (second && watch.late)}
      onOpen={setFormOpen}
    >
      {steps}
    </Fold>
  )
  const corrects = order.reopened !== null || sentBefore.proof

  return (
    <>
      {!refused && !(looking && hold.state.kind === 'held') && (
        <HoldStrip hold={hold} begun={begun} free={free} offered={order.ofOffer} />
      )}
      <div className="wrap pb-18" data-no-tabs="">
        <h1 ref={heading} tabIndex={-1} className="head-5 pt-5 outline-none">
          {free
            ? t('checkout.free.title')
            : looking
              ? t('checkout.wait.looking')
              : paid && !refused
                ? t(corrects ? 'checkout.paid.correct' : 'checkout.paid.enter')
                : t('checkout.title')}
        </h1>
        <PrivateNote className="mt-3" />
        {order.isTest && <TestNote words="test.order" className="mt-3 max-w-[60ch]" />}
        {onTest && !begun && !reopened && <TestChoice isTest={order.isTest} onTest={onTest} />}
        {reopened && (
          <Note kind="bad" role="note" className="mt-3 max-w-[60ch]">
            <b className="font-strong">{t('checkout.status.doNotPay')}</b> {t('checkout.reopened')}
          </Note>
        )}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-y-4 pt-3 desk:grid-cols-[minmax(0,1fr)_368px] desk:grid-rows-[auto_1fr] desk:gap-x-18 desk:pt-4">
          <aside
            aria-label={t(free ? 'checkout.free.lines' : 'checkout.lines')}
            className={classes('desk:col-start-2', looking && 'max-desk:hidden')}
          >
            <h2 className="border-t-2 border-rule-strong pt-2.5 pb-2 head-4 max-desk:hidden">
              {t(free ? 'checkout.free.lines' : 'checkout.lines')}
            </h2>
            <OrderLines lines={order.lines} hold={order.hold} />
            {!hasBegun(order) && !free && !order.ofOffer && <OrderCode order={order} />}
          </aside>
          <div className="desk:col-start-1 desk:row-span-2 desk:row-start-1">
            {offSale.length > 0 ? (
              <OffSale order={order} lines={offSale} onLines={onLines} />
            ) : problem && !takenBefore ? (
              <HoldProblem order={order} failure={problem} onLines={onLines} onRetry={hold.hold} />
            ) : paid || looking ? (
              <div className="grid gap-4 pb-5">
                {amount}
                {wait}
              </div>
            ) : price.total === 0 ? (
              <FreeOrder order={order} hold={hold} onTaken={onTaken} />
            ) : (
              <Step n={1} title={t('checkout.amount.title')}>
                {amount}
                {ways}
                {wait}
              </Step>
            )}
            {free ? null : refused && !begun && !formOpen ? (
              <Button kind="bare" onClick={() => setFormOpen(true)}>
                {t('checkout.paidAlready')}
              </Button>
            ) : (
              proof
            )}
            {(paid || looking) && !refused && price.total > 0 && (
              <Fold title={t('checkout.unpaid')} open={unpaidOpen} onOpen={setUnpaidOpen}>
                {ways}
              </Fold>
            )}
          </div>
          {!(looking && phone) && <PriceOfOrder price={price} seats={seatsOf(order.lines)} folded={phone && !free} />}
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
