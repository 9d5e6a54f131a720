import { refreshSeats, watchSeats, type SeatSnapshot } from '#shop/seats/seats.store.ts'
import { readOnce } from '#shop/device/observable.ts'

/** How long fresh seats are waited for before the last ones seen count, in ms. */
const FRESH_SEATS_MS = 2500

/** The seats of a category as the server has them now, or, when it does not answer soon, as they were last seen. */
export async function latestSeats(categoryId: string): Promise<SeatSnapshot | null> {
  const fresh = refreshSeats(categoryId).then((result) => (result.ok ? result.value : null))
  const late = new Promise<null>((resolve) => setTimeout(resolve, FRESH_SEATS_MS, null))
  return (await Promise.race([fresh, late])) ?? readOnce(watchSeats(categoryId))
}
