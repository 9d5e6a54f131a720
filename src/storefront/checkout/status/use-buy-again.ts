import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { openOrder } from '#shop/orders/orders.store.ts'
import type { OrderedLine } from '#shop/orders/order.ts'
import type { MyPayment } from '#shop/device/schema.ts'
import { t } from '#ui/messages/messages.ts'
import { paths } from '#ui/paths.ts'
import { toast } from '#ui/toast.tsx'
import { cart } from '../../cart/cart-state.ts'
import { cartItemsOf, linesOfPayment } from '../ordered-lines.ts'

/**
 * The two ways on after a rejection. Try Again: a new order for the same seats, with an empty form; other open orders keep
 * theirs. Return to Cart: the lines are in the cart again. `lines` are the order's own; null on a device that did not make it, where the payment's
 * lines are looked up in the catalogue.
 */
export function useBuyAgain(
  orderId: string,
  lines: readonly OrderedLine[] | null,
  payment: Pick<MyPayment, 'lines'> | undefined,
): { busy: boolean; tryAgain: () => void; returnToCart: () => void } {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)

  const run = async (then: (lines: OrderedLine[]) => Promise<void>): Promise<void> => {
    if (busy) return
    setBusy(true)
    try {
      const known = lines ?? (await linesOfPayment(payment?.lines ?? []))
      if (known.length === 0) throw new Error(`nothing of order ${orderId} is offered any more`)
      await then([...known])
    } catch {
      toast.error(t('checkout.rejected.failed'))
    }
    setBusy(false)
  }

  return {
    busy,
    tryAgain: () =>
      void run(async (known) => {
        // Apart from what else is open: another order may be on its way to be paid. One for these seats that was begun
        // already is shown as it is.
        const order = await openOrder(known, true)
        await navigate(paths.order(order.id))
      }),
    returnToCart: () =>
      void run(async (known) => {
        cart.putBack(cartItemsOf(known, Date.now()))
        await navigate(paths.cart)
      }),
  }
}
