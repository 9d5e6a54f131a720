import { lazy, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { useIdentity } from '#account/session/identity.ts'
import { useRememberReturn } from '#account/session/guards.tsx'
import type { CartItem } from '#shop/cart/cart.ts'
import { readStoredCart } from '#shop/cart/cart.store.ts'
import { isFree, isReceived, type Order } from '#shop/orders/order.ts'
import { changeLines, openOrder, remakeOrder, watchOrder } from '#shop/orders/orders.store.ts'
import { watchCheckoutOrders } from '#shop/orders/received-orders.store.ts'
import { drainOutbox } from '#shop/orders/outbox/outbox.store.ts'
import type { Submission } from '#shop/orders/outbox/submission.ts'
import { Empty } from '#ui/display/note.tsx'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/checkout.ts'
import { toast } from '#ui/toast.tsx'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { ORDER_QUERY, paths } from '#ui/paths.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { cart, useCart } from '../cart/cart-state.ts'
import { useCartView } from '../cart/cart-view.ts'
import { BegunOrder } from './begun-orders.tsx'
import { planCheckout } from './checkout-account.tsx'
import { cartItemsOf, orderedLinesOf } from './ordered-lines.ts'
import { PayPage } from './pay/pay-page.tsx'
import { StatusPage } from './status/status-page.tsx'
import { noteReceived, noteSubmitted } from './submitted-here.ts'

const CheckoutAccount = lazy(async () => ({ default: (await import('./checkout-account.tsx')).CheckoutAccount }))

/**
 * Pays for the cart at /checkout, shows one order at /checkout?order=…. Visitors sign in here, or go to an empty cart.
 */
export function CheckoutRoute() {
  usePageTitle(t('checkout.page'))
  const identity = useIdentity()
  const { items } = useCart()
  const orderId = useSearchParams()[0].get(ORDER_QUERY)
  const location = useLocation()
  const navigate = useNavigate()
  const here = location.pathname + location.search
  const signedOut = identity.status === 'signed-out'
  // After the server ended a session, its cart is hidden until its owner signs in.
  const nothing = orderId === null && items.length === 0 && !(signedOut && identity.ended)
  useRememberReturn(signedOut && !nothing ? here : null)

  if (identity.status === 'unknown') return null
  if (signedOut && nothing) return <Navigate to={paths.cart} replace />
  if (identity.status === 'signed-out') {
    return (
      <CheckoutAccount
        ended={identity.ended === true}
        ofOrder={orderId !== null}
        // The same address again as a new page, so that the payment begins at its top.
        onDone={() => void navigate(here, { replace: true })}
      />
    )
  }
  return orderId === null ? (
    <CartCheckout owner={identity.userId} isAdmin={identity.roles.includes('admin')} items={items} />
  ) : (
    <OrderCheckout key={orderId} orderId={orderId} owner={identity.userId} />
  )
}

function CartCheckout({ owner, isAdmin, items }: { owner: string; isAdmin: boolean; items: CartItem[] }) {
  const { payable, ready } = useCartView()
  const orders = useWatched(watchCheckoutOrders, [owner]).value
  const drafts = orders?.drafts
  const onSubmitted = useSubmitted()
  const onTaken = useTaken()
  const leaving = useRef(false)
  const [opened, setOpened] = useState<{ items: CartItem[]; id: string | null } | null>(null)
  /** The order whose lines are being changed; shown until the cart has changed, too. */
  const [changing, setChanging] = useState<string | null>(null)
  const [shownBefore, setShownBefore] = useState<string | null>(null)
  const received = orders?.received.find((order) => order.id === shownBefore)
  useReceived(received)
  const known = drafts !== undefined && (items.length === 0 || ready)
  const plan = known ? planCheckout(items, payable, drafts) : null
  const openedForThese = opened?.items === items
  const toOpen = plan?.kind === 'open' && !openedForThese && changing === null && !received

  const open = useEffectEvent((): void => {
    if (!toOpen || leaving.current) return
    openOrder(orderedLinesOf(payable)).then(
      (order) => setOpened({ items, id: order.id }),
      () => setOpened({ items, id: null }),
    )
  })
  // oxlint-disable-next-line exhaustive-effect-dependencies -- once for each cart, whatever else changes
  useEffect(() => open(), [toOpen, items])

  // When another tab gave the order up, opens a new one for the cart.
  const seen = useRef<string | null>(null)
  const openedId = openedForThese ? opened.id : null
  const isThere = drafts?.some((order) => order.id === openedId) ?? false
  useEffect(() => {
    if (isThere) seen.current = openedId
    else if (openedId !== null && seen.current === openedId && !received && !leaving.current) setOpened(null)
  }, [isThere, openedId, received])

  // oxlint-disable-next-line refs -- set in a press; state would render the emptied cart once before the page is left
  if (leaving.current || received || !plan || !drafts) return null
  const shownId = changing ?? (openedForThese ? opened.id : plan.kind === 'show' ? plan.order.id : null)
  if (openedForThese && opened.id === null) return <Failed />
  // A new order takes a moment to come back from the device.
  const draft = drafts.find((order) => order.id === shownId)
  if (!draft) {
    if (shownId !== null || plan.kind === 'open') return null
    return plan.kind === 'ask' ? <BegunOrder order={plan.order} /> : <Navigate to={paths.cart} replace />
  }
  if (draft.id !== shownBefore) setShownBefore(draft.id)
  return (
    <PayPage
      key={draft.id}
      order={draft}
      {...(isAdmin && {
        onTest: async (isTest: boolean) => {
          const other = await remakeOrder(draft.id, isTest)
          if (other.ok) setOpened({ items, id: other.value.id })
          return other
        },
      })}
      onLines={(lines) => {
        setChanging(draft.id)
        void changeLines(draft.id, lines).then(() => {
          cart.putBack(cartItemsOf(lines, Date.now()), draft.lines)
          setOpened({ items: readStoredCart(), id: draft.id })
          setChanging(null)
        })
      }}
      onSubmitted={(submission) => {
        leaving.current = true
        onSubmitted(submission)
      }}
      onTaken={(order) => {
        leaving.current = true
        onTaken(order)
      }}
    />
  )
}

function OrderCheckout({ orderId, owner }: { orderId: string; owner: string }) {
  const order = useWatched(() => watchOrder(orderId), [orderId, owner]).value
  const onSubmitted = useSubmitted()
  const onTaken = useTaken()
  const [wasOpen, setWasOpen] = useState(false)
  if (order?.state === 'draft' && !wasOpen) setWasOpen(true)
  useReceived(wasOpen && order && isReceived(order) ? order : undefined)
  if (order === undefined) return null
  if (order?.state === 'draft') {
    return (
      <PayPage
        order={order}
        onLines={(lines) => {
          cart.removeOrdered(order.lines)
          void changeLines(order.id, lines)
        }}
        onSubmitted={onSubmitted}
        onTaken={onTaken}
      />
    )
  }
  return <StatusPage orderId={orderId} owner={owner} order={order} />
}

/** Changes the address, then the cart, and sends only after both. */
function useSubmitted(): (submission: Submission) => void {
  const navigate = useNavigate()
  return (submission) => {
    noteSubmitted(submission.orderId)
    void navigate(paths.order(submission.orderId), { replace: true })
    cart.removeOrdered(submission.lines)
    void drainOutbox()
  }
}

/** Once the money of the order on this page has come, tells the customer and shows the payment. For an order that was
 * free no money came: its tickets were taken, here or in another tab, and a sync was first to see it. */
function useReceived(order: Order | undefined): void {
  const navigate = useNavigate()
  const leave = useEffectEvent((): void => {
    if (!order) return
    if (!isFree(order)) {
      toast.success(t('checkout.received'))
      noteReceived(order.id)
    }
    void navigate(isFree(order) ? paths.myTickets : paths.order(order.id), { replace: true })
    cart.removeOrdered(order.lines, order.receivedAt ?? undefined)
  })
  // oxlint-disable-next-line exhaustive-effect-dependencies -- once for each order
  useEffect(() => leave(), [order?.id])
}

function useTaken(): (order: Order) => void {
  const navigate = useNavigate()
  return (order) => {
    void navigate(paths.myTickets, { replace: true })
    cart.removeOrdered(order.lines)
  }
}

function Failed() {
  return (
    <div className="wrap">
      <Empty level="h1" title={t('checkout.openFailed')} way={{ to: paths.cart, label: t('checkout.toCart') }} />
    </div>
  )
}
