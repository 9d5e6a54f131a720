import type { Result } from '#platform/failure/failure.ts'
import { filled, from, instant, isTrue, list, row, text, type Of } from '#platform/text/wire.ts'
import { call, parsedJson } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'
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
export async function watchPayments(screen: string, paymentId: string | null): Promise<Result<PaymentWatch>> {
  const answer = await call(async () =>
    (await backend({ console: true })).rpc('watch_payments', {
      p_screen: screen,
      ...(paymentId ? { p_payment_id: paymentId } : {}),
    }),
  )
  return parsedJson(answer, parsePaymentWatch)
}
