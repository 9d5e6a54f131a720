import { takeFreeOrder as takeOnServer } from '../payments/payments.api.ts'
import { attempt } from '#platform/failure/attempt.ts'
import { failed, ok, type Result } from '#platform/failure/failure.ts'
import { changeOrder, type Kept } from './order-changes.store.ts'
import { ownOrder } from './order-rows.store.ts'
import type { Order } from './order.ts'
import { openStore } from '../device/store.ts'

/** Turns a held order of ₹0 into tickets at once; fails as takeFreeOrder() of payments.api.ts, and keeps the order. The
 * wallet's next sync brings the tickets; closeTaken() follows. */
export const takeFreeOrder = (id: string): Promise<Result<Order>> =>
  attempt(async () => {
    const order = await ownOrder(await openStore(), id)
    if (!order) return failed('unknown_order')
    const taken = await takeOnServer(id, order.lines)
    if (!taken.ok) return taken
    // The server has it, so a device that cannot note this has the tickets all the same.
    await changeOrder(id, (now) => ({ ...now, takenAt: Date.now() }))
    return ok(order)
  })

/** Closes a free order that takeFreeOrder() got. Until it is called the checkout still shows the order. */
export const closeTaken = (id: string): Promise<Result<Kept>> =>
  changeOrder(id, (now) => ({ ...now, state: 'submitted' }))
