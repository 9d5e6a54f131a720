import type { Result } from '#platform/failure/failure.ts'
import { filled, from, instant, isTrue, list, row, text, type Of } from '#platform/text/wire.ts'
import { asStaff } from '#platform/supabase/ask.ts'
import type { PaymentStatus } from './payment.ts'

const parseWatcher = row({
  paymentId: text,
  userName: filled,
  mine: isTrue,
  /** ISO instant */
  since: instant,
})
/** Another console window with a payment open. */
export type Watcher = Of<typeof parseWatcher>

const parsePaymentWatch = row({
  others: list(parseWatcher),
  /** Of the open payment; null when none is open or it is gone. */
  status: from('payment', (payment: { status: PaymentStatus } | null) => payment?.status ?? null),
})
export type PaymentWatch = Of<typeof parsePaymentWatch>

/** Reports the payment open in this window (null: none) for twenty seconds; returns the other windows. */
export const watchPayments = (screen: string, paymentId: string | null): Promise<Result<PaymentWatch>> =>
  asStaff.call(
    'watch_payments',
    {
      p_screen: screen,
      ...(paymentId ? { p_payment_id: paymentId } : {}),
    },
    parsePaymentWatch,
  )
