import type { Submission } from '#shop/orders/outbox/submission.ts'
import type { MyPayment } from '#shop/device/schema.ts'

/** As the device knows it: its own submission counts until the server answers. */
export type PaymentPhase =
  | 'unsent'
  | 'sign-in'
  | 'refused'
  | 'pending'
  | 'approved'
  | 'rejected'
  /** Missing on a restored server and not sent from this device: needs its screenshot again. */
  | 'lost'

/** Null without a submission or a payment. */
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

/** The phase after asking the server for this payment; `missing`: it does not have it. */
export const phaseAfterCheck = (
  phase: PaymentPhase,
  submission: Pick<Submission, 'state'> | undefined,
  missing: boolean,
): PaymentPhase => (phase === 'pending' && missing && !submission ? 'lost' : phase)

/** True while money may be on its way: the page asks the customer not to pay again. */
export const isUnderWay = (phase: PaymentPhase): boolean =>
  phase === 'pending' || phase === 'unsent' || phase === 'lost'
