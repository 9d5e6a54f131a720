import { useNavigate } from 'react-router-dom'
import { failed, ok } from '#platform/failure/failure.ts'
import { openOrder } from '#shop/orders/orders.store.ts'
import type { OrderedLine } from '#shop/orders/order.ts'
import type { MyPayment } from '#shop/device/schema.ts'
import { t } from '#ui/messages/messages.ts'
import { paths } from '#ui/paths.ts'
import { useAction } from '#ui/hooks/use-action.ts'
import { cart } from '../../cart/cart-state.ts'
import { cartItemsOf, linesOfPayment } from '../ordered-lines.ts'

/** Orders the same seats again after a rejection, or puts them back in the cart. `lines` null: uses the payment's. */
export function useBuyAgain(
  orderId: string,
  lines: readonly OrderedLine[] | null,
  payment: Pick<MyPayment, 'lines'> | undefined,
): { busy: boolean; tryAgain: () => void; returnToCart: () => void } {
  const navigate = useNavigate()
  const buying = useAction(
    async (goOn: (lines: OrderedLine[]) => Promise<void>) => {
      const known = lines ?? (await linesOfPayment(payment?.lines ?? []))
      if (known.length === 0) return failed('not_found', `nothing of order ${orderId} is offered any more`)
      await goOn([...known])
      return ok(null)
    },
    { failed: () => t('checkout.rejected.failed') },
  )

  return {
    busy: buying.busy,
    tryAgain: () =>
      void buying.run(async (known) => {
        // A separate order: another may be about to be paid. Shows an order already begun for these seats.
        const order = await openOrder(known, true)
        await navigate(paths.order(order.id))
      }),
    returnToCart: () =>
      void buying.run(async (known) => {
        cart.putBack(cartItemsOf(known, Date.now()))
        await navigate(paths.cart)
      }),
  }
}
