import { useEffect, useRef, useState } from 'react'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import type { LoginState } from '#account/account-state.ts'
import { useIdentity } from '#account/identity.ts'
import { rememberReturn } from '#account/sign-in.ts'
import { orderLinesOf, type CartItem } from '#domain/cart.ts'
import { sameLines } from '#domain/order-line.ts'
import { openOrder, watchDraft, watchOrder, type Order, type OrderedLine } from '#offline/orders.ts'
import { drainOutbox, type Submission } from '#offline/outbox.ts'
import { Empty } from '#ui/empty.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/with/checkout.ts'
import { usePageTitle } from '#ui/page-title.ts'
import { ORDER_QUERY, paths } from '#ui/paths.ts'
import { useWatched } from '#ui/use-watched.ts'
import { cart, useCart } from '../cart/cart-state.ts'
import { hasBegun, useCartView } from '../cart/cart-view.ts'
import { cartItemsOf, orderedLinesOf } from './ordered-lines.ts'
import { PayPage } from './pay-page.tsx'
import type { UsedBy } from './payment-form.tsx'
import { StatusPage } from './status-page.tsx'
import { noteSubmitted } from './submitted-here.ts'

/**
 * /checkout pays for the cart; /checkout?order=… is one order, its form or what became of its payment. Sign-in is asked
 * first and comes back here; with nothing to pay for it is the cart's turn.
 */
export function CheckoutRoute() {
  usePageTitle(t('checkout.page'))
  const identity = useIdentity()
  const { items } = useCart()
  const orderId = useSearchParams()[0].get(ORDER_QUERY)
  const location = useLocation()
  const here = location.pathname + location.search
  const signedOut = identity.status === 'signed-out'
  const nothing = orderId === null && items.length === 0

  useEffect(() => {
    if (signedOut && !nothing) rememberReturn(here)
  }, [signedOut, nothing, here])

  if (identity.status === 'unknown') return null
  if (signedOut && nothing) return <Navigate to={paths.cart} replace />
  if (identity.status === 'signed-out') {
    return <Navigate to={paths.login} replace state={{ reason: 'book' } satisfies LoginState} />
  }
  return orderId === null ? (
    <CartCheckout owner={identity.userId} items={items} />
  ) : (
    <OrderCheckout key={orderId} orderId={orderId} owner={identity.userId} />
  )
}

/** Paying for what is in the cart: its order is opened on the device, before anything is asked of the server. */
function CartCheckout({ owner, items }: { owner: string; items: CartItem[] }) {
  const { payable, ready } = useCartView()
  const draft = useWatched(watchDraft, [owner]).value
  const onSubmitted = useSubmitted()
  const leaving = useRef(false)
  const latest = useRef(payable)
  latest.current = payable
  const [opened, setOpened] = useState<{ items: CartItem[]; order: Order | null } | null>(null)
  // What is typed belongs to the money that was sent for these very seats: then nothing about the order is changed
  // unasked, not even when an event has been cancelled meanwhile.
  const begun = draft ? hasBegun(draft) && sameLines(draft.lines, orderLinesOf(items)) : false
  const openedForThese = opened?.items === items
  const toOpen = ready && draft !== undefined && !begun && payable.length > 0 && !openedForThese

  useEffect(() => {
    if (!toOpen || leaving.current) return
    openOrder(orderedLinesOf(latest.current)).then(
      (order) => setOpened({ items, order }),
      () => setOpened({ items, order: null }),
    )
  }, [toOpen, items])

  if (leaving.current || draft === undefined || (items.length > 0 && !ready)) return null
  if (openedForThese && opened.order === null) return <Failed />
  if (!draft && items.length === 0) return <Navigate to={paths.cart} replace />
  if (items.length > 0 && payable.length === 0 && !begun && !openedForThese) return <Navigate to={paths.cart} replace />
  // An order that was just opened may take a moment to come back from the device.
  const isOpen =
    begun ||
    items.length === 0 ||
    (openedForThese && draft !== null && sameLines(draft.lines, opened.order?.lines ?? []))
  if (!draft || !isOpen) return null
  return (
    <PayPage
      key={draft.id}
      order={draft}
      usedBy={null}
      onLines={(lines) => replaceLines(draft, lines)}
      onSubmitted={(submission) => {
        leaving.current = true
        onSubmitted(submission)
      }}
    />
  )
}

/** The cart follows what is chosen here instead of lost seats; its order follows the cart. */
const replaceLines = (order: Order, lines: OrderedLine[]): void =>
  cart.putBack(cartItemsOf(lines, Date.now()), order.lines)

/** One order by its id: its form while it is a draft, else what became of it. */
function OrderCheckout({ orderId, owner }: { orderId: string; owner: string }) {
  const order = useWatched(() => watchOrder(orderId), [orderId, owner]).value
  const onSubmitted = useSubmitted()
  const [usedBy, setUsedBy] = useState<UsedBy | null>(null)
  if (order === undefined) return null
  if (order?.state === 'draft') {
    return (
      <PayPage
        order={order}
        usedBy={usedBy}
        onLines={(lines) => {
          replaceLines(order, [])
          void openOrder(lines)
        }}
        onSubmitted={onSubmitted}
      />
    )
  }
  return <StatusPage orderId={orderId} owner={owner} order={order} onReferenceUsed={setUsedBy} />
}

/** After submitting: the address becomes the order's, its lines leave the cart, and only then it is sent. */
function useSubmitted(): (submission: Submission) => void {
  const navigate = useNavigate()
  return (submission) => {
    noteSubmitted(submission.orderId)
    void navigate(paths.order(submission.orderId), { replace: true })
    cart.takeOrdered(submission.lines)
    void drainOutbox()
  }
}

function Failed() {
  return (
    <div className="wrap">
      <Empty
        level="h1"
        title={t('checkout.openFailed')}
        action={
          <ButtonLink kind="line" to={paths.cart}>
            {t('checkout.toCart')}
          </ButtonLink>
        }
      />
    </div>
  )
}
