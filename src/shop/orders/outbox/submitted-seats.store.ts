import type { OrderLine } from '../order-line.ts'
import { ordersIn } from '../order-rows.store.ts'
import { ownerIn } from '#shop/people/session.store.ts'
import { openStore } from '#shop/device/store.ts'
import { isStanding } from '#shop/seats/standing.ts'
import { ownSubmissions } from './submission-rows.store.ts'
import { isDecided } from '#shop/payments/payment.ts'

/** Returns the lines with a seat in an undecided submission, in a free order that was taken or in one that was paid
 * without a submission: removes them from the cart after a crash during any. Standing places have no name, and seats of
 * the latter two may come on sale again: those are in it when the line was made (ms) before. */
export async function linesInOpenSubmissions<T extends OrderLine & { madeAt?: number }>(lines: T[]): Promise<T[]> {
  const store = await openStore()
  const submitted = (await ownSubmissions(store)).filter((row) => row.state !== 'refused')
  const payments = await store.table('payments').where(
    'orderId',
    submitted.map((row) => row.orderId),
  )
  const decided = new Set(payments.filter((row) => isDecided(row.status)).map((row) => row.orderId))
  const undecided = submitted.filter((row) => !decided.has(row.orderId))
  const sent = latestOf(undecided.map(({ lines: ordered, submittedAt }) => ({ ordered, at: submittedAt })))
  const ownerId = await ownerIn(store)
  const orders = ownerId === null ? [] : await ordersIn(store, ownerId)
  const taken = latestOf(
    orders.map(({ lines: ordered, takenAt, receivedAt }) => ({ ordered, at: takenAt ?? receivedAt ?? 0 })),
  )
  return lines.filter((line) =>
    keysOf(line).some(
      (key) =>
        (line.madeAt ?? 0) < (taken.get(key) ?? 0) ||
        (sent.has(key) && (!isStanding(line.seats) || (line.madeAt ?? 0) < sent.get(key)!)),
    ),
  )
}

/** The latest time by place. */
function latestOf(orders: readonly { ordered: readonly OrderLine[]; at: number }[]): Map<string, number> {
  const latest = new Map<string, number>()
  for (const { ordered, at } of orders)
    for (const key of ordered.flatMap(keysOf)) latest.set(key, Math.max(at, latest.get(key) ?? 0))
  return latest
}

const keysOf = (line: OrderLine): string[] => line.seats.map((seat) => `${line.ticketCategoryId}:${seat}`)
