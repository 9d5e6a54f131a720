import type { Submission } from '#shop/orders/outbox/submission.ts'
import type { MyPayment } from '#shop/device/schema.ts'

/** The state of a payment as the device knows it: its own submission counts until the server has answered. */
export type PaymentPhase =
  | 'unsent'
  | 'sign-in'
  | 'refused'
  | 'pending'
  | 'approved'
  | 'rejected'
  /** The server, restored from a backup, does not have it, and this device did not send it: it needs its picture again. */
  | 'lost'

/** Null when the device knows neither a submission nor a payment of the order. */
export function phaseOf(
  payment: Pick<MyPayment, 'status'> | undefined,
  submission: Pick<Submission, 'state'> | undefined,
): PaymentPhase | null {
  if (payment) return payment.status
  switch (submission?.state) {
    case undefined:
      return null
    case 'sent':
      return 'pending'
    case 'refused':
      return 'refused'
    case 'needs-sign-in':
      return 'sign-in'
    case 'waiting':
    case 'sending':
      return 'unsent'
  }
}

/** The same, once the server was asked for this very payment: `missing` when it answered that it does not have it. */
export const phaseAsked = (
  phase: PaymentPhase,
  submission: Pick<Submission, 'state'> | undefined,
  missing: boolean,
): PaymentPhase => (phase === 'pending' && missing && !submission ? 'lost' : phase)
