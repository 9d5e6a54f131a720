import type { CatalogueEvent } from '#domain/catalogue.ts'
import type { MyPayment } from '#offline/wallet.ts'
import type { MessageKey } from '#ui/messages/messages.ts'

/**
 * What is true of the seats of a payment that is being checked, as the message that says it. A concert cancelled
 * meanwhile has no seats to keep, whatever is still held. `events`: the catalogue; undefined until it has been read.
 */
export function seatsNow(
  payment: { lines: readonly Pick<MyPayment['lines'][number], 'ticketCategoryId'>[]; seatsHeld: boolean },
  events: readonly CatalogueEvent[] | undefined,
) {
  const paidFor = new Set(payment.lines.map((line) => line.ticketCategoryId))
  const cancelled = events?.some(
    (event) => event.status === 'cancelled' && event.categories.some((category) => paidFor.has(category.id)),
  )
  if (cancelled) return 'checkout.status.cancelled' satisfies MessageKey
  return payment.seatsHeld
    ? ('checkout.status.seatsHeld' satisfies MessageKey)
    : ('checkout.status.seatsLost' satisfies MessageKey)
}
