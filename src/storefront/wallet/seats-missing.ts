import type { MyPayment } from '#shop/device/schema.ts'
import type { MessageKey } from '#ui/messages/messages.ts'
import { seatsKept } from '../checkout/status/seats-now.ts'

/** The message, in a list, about a payment that is without its seats; null while it has them. */
export const seatsMissing = (payment: MyPayment, now: number) =>
  seatsKept(payment, now)
    ? null
    : payment.keptNothing
      ? ('checkout.status.keptNothing' satisfies MessageKey)
      : ('wallet.payment.seatsLost' satisfies MessageKey)
