import type { Result } from '#platform/failure/failure.ts'
import { iso } from '#platform/text/wire-values.ts'
import { call, parsedJson } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'
import type { PaymentStatus } from './payment.ts'

/** Another window of the console with a payment open. */
export interface Watcher {
  paymentId: string
  /** Null for an account that is gone. */
  userName: string | null
  /** It is one's own, elsewhere. */
  mine: boolean
  /** ISO instant */
  since: string
}

export interface PaymentWatch {
  others: Watcher[]
  /** How the open payment stands now; null when none is open or it is gone. */
  status: PaymentStatus | null
}

/** The answer of `watch_payments`. */
interface WatchWire {
  others: { payment_id: string; user_name: string | null; mine: boolean; since: string }[]
  payment: { status: string } | null
}

/** Says what stands open in this window (null: nothing), and asks who else has one open. Counts for twenty seconds. */
export async function watchPayments(screen: string, paymentId: string | null): Promise<Result<PaymentWatch>> {
  const answer = await call(async () =>
    (await backend({ console: true })).rpc('watch_payments', {
      p_screen: screen,
      ...(paymentId ? { p_payment_id: paymentId } : {}),
    }),
  )
  return parsedJson(answer, (value: WatchWire) => ({
    others: value.others.map((other) => ({
      paymentId: other.payment_id,
      userName: other.user_name || null,
      mine: other.mine === true,
      since: iso(other.since),
    })),
    status: (value.payment?.status ?? null) as PaymentStatus | null,
  }))
}
