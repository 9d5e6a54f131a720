import type { Result } from '#platform/failure/failure.ts'
import { iso } from '#platform/text/wire-values.ts'
import { call, parsedJson } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'
import type { PaymentStatus } from './payment.ts'

/** Another console window with a payment open. */
export interface Watcher {
  paymentId: string
  userName: string | null
  mine: boolean
  /** ISO instant */
  since: string
}

export interface PaymentWatch {
  others: Watcher[]
  /** Of the open payment; null when none is open or it is gone. */
  status: PaymentStatus | null
}

interface WatchWire {
  others: { payment_id: string; user_name: string | null; mine: boolean; since: string }[]
  payment: { status: string } | null
}

/** Reports the payment open in this window (null: none) for twenty seconds; returns the other windows. */
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
