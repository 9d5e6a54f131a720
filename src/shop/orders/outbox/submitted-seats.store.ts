import type { OrderLine } from '../order-line.ts'
import { openStore } from '#shop/device/store.ts'
import { isStanding } from '#shop/seats/standing.ts'
import { ownSubmissions } from './submission-rows.store.ts'

/** Returns the lines with a seat in an undecided submission: removes them from the cart after a crash during Submit.
 * Standing places have no name: theirs are in it when the line was made (ms) before the submission. */
export async function linesInOpenSubmissions<T extends OrderLine & { madeAt?: number }>(lines: T[]): Promise<T[]> {
  const store = await openStore()
  const submitted = (await ownSubmissions(store)).filter((row) => row.state !== 'refused')
  const payments = await store.table('payments').where(
    'orderId',
    submitted.map((row) => row.orderId),
  )
  const decided = new Set(payments.filter((row) => row.status !== 'pending').map((row) => row.orderId))
  const undecided = submitted.filter((row) => !decided.has(row.orderId))
  const sent = new Map<string, number>()
  for (const { lines: ordered, submittedAt } of undecided) {
    for (const key of ordered.flatMap(keysOf)) sent.set(key, Math.max(submittedAt, sent.get(key) ?? 0))
  }
  return lines.filter((line) =>
    keysOf(line).some((key) => {
      const at = sent.get(key)
      return at !== undefined && (!isStanding(line.seats) || (line.madeAt ?? 0) < at)
    }),
  )
}

const keysOf = (line: OrderLine): string[] => line.seats.map((seat) => `${line.ticketCategoryId}:${seat}`)
