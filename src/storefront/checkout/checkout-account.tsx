import { AccountStep } from '#account/form/account-step.tsx'
import { hadTickets } from '#shop/tickets/had-tickets.store.ts'
import { totalWords } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/checkout.ts'
import { useCartView } from '../cart/cart-view.ts'
import { PriceTable } from '../cart/price-table.tsx'
import { OrderLines } from './order-lines.tsx'
import { orderedLinesOf } from './ordered-lines.ts'
import { useFocusHeading } from './use-focus-heading.ts'
import type { CartItem } from '#shop/cart/cart.ts'
import { orderLinesOf } from '#shop/cart/cart-changes.ts'
import { draftFor, hasBegun, sharesSeats } from '#shop/orders/order-rows.store.ts'
import type { Order } from '#shop/orders/order.ts'

/** Signs in or up at checkout. `ofOrder`: to the account of that order. `ended`: the server ended the session. */
export function CheckoutAccount({ ended, ofOrder, onDone }: { ended: boolean; ofOrder: boolean; onDone: () => void }) {
  const heading = useFocusHeading<HTMLHeadingElement>('account')
  const { payable, price, seats } = useCartView()
  const known = ended || ofOrder || hadTickets()
  return (
    <div
      data-no-tabs=""
      className="wrap grid grid-cols-[minmax(0,1fr)] gap-10 pt-5 pb-18 desk:grid-cols-[minmax(0,1fr)_368px] desk:gap-18 desk:pt-10"
    >
      <AccountStep
        way={known ? 'known' : 'new'}
        text={
          ofOrder
            ? { new: t('account.step.order'), known: t('account.step.order') }
            : { new: t('account.step.next'), known: t('account.step.next') }
        }
        note={ended ? t('account.login.again') : undefined}
        heading={heading}
        onDone={onDone}
      />
      {!ofOrder && payable.length > 0 && (
        <aside aria-label={t('checkout.lines')}>
          <h2 className="flex flex-wrap justify-between gap-x-4 border-t-2 border-rule-strong pt-2.5 pb-2 head-4">
            <span className="max-desk:hidden">{t('checkout.lines')}</span>
            <span className="tabular-nums">{totalWords(price.total)}</span>
          </h2>
          <OrderLines lines={orderedLinesOf(payable)} />
          <div className="max-desk:hidden">
            <PriceTable price={price} seats={seats} />
          </div>
        </aside>
      )}
    </div>
  )
}

export type CheckoutPlan =
  /** Nothing can be paid, and nothing may have been. */
  | { kind: 'nothing' }
  /** Show this order unchanged: money may have been sent for it. */
  | { kind: 'show'; order: Order }
  /** The cart has seats of an order already begun: the customer finishes it or gives it up. */
  | { kind: 'ask'; order: Order }
  | { kind: 'open' }

/**
 * Plans what checkout pays for. `payable`: the cart's lines on sale. Never changes an order already begun, or shown
 * with its price before its event went off sale: its customer may be paying right now
 * (docs/decisions/0022-open-orders.md).
 */
export function planCheckout(
  items: readonly CartItem[],
  payable: readonly CartItem[],
  drafts: readonly Order[],
): CheckoutPlan {
  const [first] = drafts.filter((order) => !order.ofOffer)
  if (items.length === 0) return first ? { kind: 'show', order: first } : { kind: 'nothing' }
  const whole = draftFor(drafts, orderLinesOf(items))
  if (whole && (hasBegun(whole) || (whole.hold !== null && payable.length < items.length))) {
    return { kind: 'show', order: whole }
  }
  if (payable.length === 0) return { kind: 'nothing' }
  const lines = orderLinesOf(payable)
  const same = draftFor(drafts, lines)
  if (same && hasBegun(same)) return { kind: 'show', order: same }
  const begun = drafts.find((order) => hasBegun(order) && sharesSeats(order.lines, lines))
  return begun ? { kind: 'ask', order: begun } : { kind: 'open' }
}
