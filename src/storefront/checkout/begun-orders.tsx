import { useState } from 'react'
import { ok } from '#platform/failure/failure.ts'
import { saidSeats } from '#ui/seat-map/said-seats.ts'
import { hasBegun, watchDrafts } from '#shop/orders/order-rows.store.ts'
import { amountOf, discardOrder } from '#shop/orders/orders.store.ts'
import type { Order } from '#shop/orders/order.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { exactRupees } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/checkout.ts'
import { paths } from '#ui/paths.ts'
import { StateMark } from '#ui/display/state-mark.tsx'
import { toast } from '#ui/toast.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { useNow } from '#ui/hooks/use-time.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { useOffSale } from '../cart/cart-view.ts'

/** For this long an order shown but not begun may have been paid by QR from another phone. */
const MAX_UNREPORTED_MS = 7 * 24 * 3_600_000
const CLOCK_MS = 60_000

/** Orders that may have been paid but were not submitted. Empty until the device has been read. */
export function useUnreportedOrders(owner: string | null): Order[] {
  const drafts = useWatched(watchDrafts, [owner]).value ?? []
  const now = useNow(CLOCK_MS)
  const held = drafts.filter(
    (order) => !order.ofOffer && !hasBegun(order) && order.hold && now - order.hold.expiresAt < MAX_UNREPORTED_MS,
  )
  const offSale = new Set(useOffSale(held.flatMap((order) => order.lines)))
  return drafts.filter(
    (order) => hasBegun(order) || (held.includes(order) && order.lines.some((line) => offSale.has(line))),
  )
}

export function BegunOrders({ orders, className = '' }: { orders: readonly Order[]; className?: string }) {
  if (orders.length === 0) return null
  return (
    <section aria-label={t('checkout.begun.list')} className={`no-print border-t-2 border-rule-strong ${className}`}>
      <ul className="rows">
        {orders.map((order) => (
          <li key={order.id} className="grid items-center gap-x-4 gap-y-2.5 py-3.5 desk:grid-cols-[1fr_auto]">
            <div className="text-2">
              <StateMark kind="warn" tag>
                {t('checkout.begun.mark')}
              </StateMark>
              <p className="mt-1.5">
                <span className="font-strong tabular-nums">
                  {t('checkout.begun.order', { code: order.code, amount: exactRupees(amountOf(order)) })}
                </span>{' '}
                <span className="text-muted">{t('checkout.begun.text')}</span>
              </p>
              <p className="text-1 text-muted">
                {order.lines
                  .map((line) => `${line.eventName}, ${line.categoryName}, ${saidSeats(line).list}`)
                  .join(' · ')}
              </p>
            </div>
            <div className="flex flex-wrap gap-3">
              <ButtonLink small kind="line" to={paths.order(order.id)}>
                {t('checkout.begun.finish', { code: order.code })}
              </ButtonLink>
              <GiveUp order={order} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Replaces a new order when one already begun has the same seats: they must not be paid twice. */
export function BegunOrder({ order }: { order: Order }) {
  return (
    <div className="wrap pb-18">
      <h1 className="head-5 pt-5">{t('checkout.begun.title')}</h1>
      <p className="max-w-[60ch] pt-2 pb-6">{t('checkout.begun.explain')}</p>
      <BegunOrders orders={[order]} />
      <ButtonLink kind="bare" to={paths.cart} className="mt-4">
        {t('checkout.toCart')}
      </ButtonLink>
    </div>
  )
}

export function GiveUp({ order }: { order: Order }) {
  const [asking, setAsking] = useState(false)
  const givingUp = useAction(
    async () => {
      await discardOrder(order.id)
      toast.show(t('checkout.begun.done', { code: order.code }))
      return ok(null)
    },
    { failed: () => t('checkout.begun.failed'), leaves: true },
  )
  return (
    <>
      <Button
        small
        kind="bare"
        aria-label={t('checkout.begun.giveUp.order', { code: order.code })}
        onClick={() => setAsking(true)}
      >
        {t('checkout.begun.giveUp')}
      </Button>
      <ConfirmDialog
        open={asking}
        question={t('checkout.begun.giveUp.question', { code: order.code })}
        confirmLabel={t('checkout.begun.giveUp')}
        busy={givingUp.busy}
        busyLabel={t('checkout.begun.giveUp')}
        onConfirm={() => void givingUp.run()}
        onCancel={() => setAsking(false)}
      >
        <p>{t('checkout.begun.giveUp.text')}</p>
      </ConfirmDialog>
    </>
  )
}
