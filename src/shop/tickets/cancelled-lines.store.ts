import type { Cancelled } from '#shop/device/schema.ts'
import type { Store } from '#shop/device/store-types.ts'

/** Marks lines of cancelled events, as this device's catalogue knows them. */
export async function withCancelled<T extends { ticketCategoryId: string | null }>(
  store: Store,
  lines: readonly T[],
): Promise<(T & { cancelled?: Cancelled })[]> {
  const ids = new Set(lines.flatMap((line) => line.ticketCategoryId ?? []))
  const categories = await store.table('categories').getMany([...ids])
  const events = await store.table('events').getMany([...new Set(categories.map((category) => category.eventId))])
  const reasons = new Map(
    events
      .filter((event) => event.status === 'cancelled')
      .map((event) => [event.id, { reason: event.cancelledReason }]),
  )
  const ofCategory = new Map(categories.map((category) => [category.id, reasons.get(category.eventId)]))
  return lines.map((line) => {
    const cancelled = ofCategory.get(line.ticketCategoryId ?? '')
    return cancelled ? { ...line, cancelled } : line
  })
}
