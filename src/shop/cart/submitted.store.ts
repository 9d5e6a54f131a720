import { madeAt } from './cart-changes.ts'
import { readStoredCart } from './cart.store.ts'
import { removeOrdered } from './ordered.store.ts'

/** Removes seats already submitted: after a crash between the two writes they must not be paid twice. */
export async function dropSubmittedSeats(): Promise<void> {
  const seats = readStoredCart().flatMap((item) =>
    item.seats.map((seat) => ({ ticketCategoryId: item.categoryId, seats: [seat], madeAt: madeAt(item) })),
  )
  if (seats.length === 0) return
  const { linesInOpenSubmissions } = await import('#shop/orders/outbox/outbox.store.ts')
  removeOrdered(await linesInOpenSubmissions(seats))
}
