import type { OrderLine } from '../order-line.ts'
import { openStore } from '#shop/device/store.ts'
import { ownSubmissions } from './submission-rows.store.ts'

/** Returns the lines with a seat in an undecided submission: removes them from the cart after a crash during Submit. */
export async function linesInOpenSubmissions<T extends OrderLine>(lines: T[]): Promise<T[]> {
  const store = await openStore()
  const submitted = (await ownSubmissions(store)).filter((row) => row.state !== 'refused')
  const payments = await store.table('payments').where(
    'orderId',
    submitted.map((row) => row.orderId),
  )
  const decided = new Set(payments.filter((row) => row.status !== 'pending').map((row) => row.orderId))
  const undecided = submitted.filter((row) => !decided.has(row.orderId))
  const seats = new Set(undecided.flatMap((row) => row.lines.flatMap((line) => keysOf(line))))
  return lines.filter((line) => keysOf(line).some((key) => seats.has(key)))
}

const keysOf = (line: OrderLine): string[] => line.seats.map((seat) => `${line.ticketCategoryId}:${seat}`)
