import { extendHold as extendOnServer, holdSeats } from '#shop/seats/seats.api.ts'
import { markTestOrder } from './without-money/test-orders.api.ts'
import { failed, ok, type Result } from '#platform/failure/failure.ts'
import { sameLines } from './order-line.ts'
import { attempt } from '#platform/failure/attempt.ts'
import { codeOfOrder } from '#shop/codes/codes.store.ts'
import { changeOrder } from './order-changes.store.ts'
import { hasBegun } from './order-begun.ts'
import { ownOrder } from './order-rows.store.ts'
import type { Hold } from './order.ts'
import { openStore } from '#shop/device/store.ts'

/** Holds all seats or none; fails as holdSeats(). On failure an earlier hold remains. */
export const holdOrder = (id: string): Promise<Result<Hold>> =>
  attempt(async () => {
    const store = await openStore()
    const order = await ownOrder(store, id)
    if (!order) return failed('unknown_order')
    const marked = order.isTest ? await markTestOrder(id) : null
    if (marked && !marked.ok) return marked
    // What may have been paid already keeps its price.
    const code = hasBegun(order) && order.hold ? order.hold.code : ((await codeOfOrder(store, order))?.code ?? null)
    const asked = Date.now()
    const answer = await holdSeats(id, order.lines, code)
    if (!answer.ok) return answer
    const { expiresAt, serverTime, extended, subtotal, gst, localTax, fee, feeGst, total, lines } = answer.value
    // Measured from the request: the countdown may end early, never late.
    const serverOffset = serverTime - asked
    const price = { subtotal, gst, localTax, fee, feeGst, total }
    // A changed price stays marked until the customer has finished this order.
    // A code that the customer added or removed is no surprise.
    const sameCode = order.hold?.code === code
    const shown = order.hold && order.hold.total !== total && sameCode ? order.hold.total : order.hold?.instead
    const hold: Hold = {
      expiresAt: expiresAt - serverOffset,
      extended,
      ...price,
      lines,
      serverOffset,
      code,
      instead: shown === total ? null : (shown ?? null),
    }
    const stored = await changeOrder(id, (now) => (sameLines(now.lines, order.lines) ? { ...now, hold } : null))
    return stored.ok ? ok(hold) : stored
  })

/** Extends the hold once; repeating it returns the same end. */
export const extendHold = (id: string): Promise<Result<Hold>> =>
  attempt(async () => {
    const order = await ownOrder(await openStore(), id)
    if (!order?.hold) return failed(order ? 'hold_expired' : 'unknown_order')
    const answer = await extendOnServer(id)
    if (!answer.ok) return answer
    const hold: Hold = { ...order.hold, expiresAt: answer.value - order.hold.serverOffset, extended: true }
    const stored = await changeOrder(id, (now) => (now.hold ? { ...now, hold } : null))
    return stored.ok ? ok(hold) : stored
  })
