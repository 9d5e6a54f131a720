import { refreshSeats, watchSeats, type SeatSnapshot } from '#shop/seats/seats.store.ts'
import { readOnce } from '#shop/device/observable.ts'

const FRESH_SEATS_MS = 2500

/** Returns the server's seats, or the last known ones when it does not answer within FRESH_SEATS_MS. */
export async function latestSeats(categoryId: string): Promise<SeatSnapshot | null> {
  await Promise.race([refreshSeats(categoryId), new Promise((resolve) => setTimeout(resolve, FRESH_SEATS_MS))])
  return readOnce(watchSeats(categoryId))
}
