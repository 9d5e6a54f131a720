import type { Submission } from '#shop/orders/outbox/submission.ts'
import type { PaymentStatus } from '#shop/payments/payment.ts'
import type { MyPayment } from '#shop/device/schema.ts'
import { t, type MessageKey } from '#ui/messages/messages.ts'
import { NO_PICTURE } from '#shop/pictures/pictures.store.ts'
import type { FinalRefusal } from '#shop/orders/outbox/send-submission.store.ts'
import '#ui/messages/en/buying/checkout.ts'

/** As the device knows it: its own submission counts until the server answers. */
export type PaymentPhase =
  | PaymentStatus
  | 'unsent'
  | 'sign-in'
  | 'refused'
  /** Missing on a restored server and not sent from this device: needs its screenshot again. */
  | 'lost'

/** Returns the phase of an order; null without a submission or a payment. */
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

/** Returns the phase after asking the server for this payment; `missing`: it does not have it. */
export const phaseAfterCheck = (
  phase: PaymentPhase,
  submission: Pick<Submission, 'state'> | undefined,
  missing: boolean,
): PaymentPhase => (phase === 'pending' && missing && !submission ? 'lost' : phase)

interface Meaning {
  underWay: boolean
  mayBringTickets: boolean
  offersHelp: boolean
}

const meanings: Record<PaymentPhase, Meaning> = {
  unsent: { underWay: true, mayBringTickets: true, offersHelp: true },
  'sign-in': { underWay: false, mayBringTickets: true, offersHelp: true },
  refused: { underWay: false, mayBringTickets: false, offersHelp: true },
  pending: { underWay: true, mayBringTickets: true, offersHelp: false },
  approved: { underWay: false, mayBringTickets: true, offersHelp: false },
  rejected: { underWay: false, mayBringTickets: false, offersHelp: true },
  lost: { underWay: true, mayBringTickets: false, offersHelp: true },
}

/** True while money may be on its way: the page asks the customer not to pay again. */
export const isUnderWay = (phase: PaymentPhase): boolean => meanings[phase].underWay
/** False once nothing more comes of what was sent, or it has to be sent again. */
export const mayBringTickets = (phase: PaymentPhase): boolean => meanings[phase].mayBringTickets

/** Tells where the page says whom to ask: something is to be done, and nothing is being checked. */
export const offersHelp = (phase: PaymentPhase): boolean => meanings[phase].offersHelp

/** Returns true when closing this page loses the submission. */
export const isPageOnly = ({ unkept }: Pick<Submission, 'unkept'>): boolean => unkept?.onDevice === false

/** Why a payment is still unsent; the screenshot is sent before it. */
export const sendingFailure = (submission: Pick<Submission, 'screenshot' | 'unkept'>): string =>
  `${t(submission.screenshot.uploaded ? 'checkout.submitFailed' : 'checkout.uploadFailed')} ${t(isPageOnly(submission) ? 'checkout.willBeSent.page' : 'checkout.willBeSent')}`

const REASONS: Record<Exclude<FinalRefusal, 'transaction_used'>, MessageKey & `checkout.reason.${string}`> = {
  file_refused: 'checkout.reason.file',
  invalid: 'checkout.reason.invalid',
  unknown_seat: 'checkout.reason.seat',
  too_many_seats: 'checkout.reason.tooMany',
  other_user: 'checkout.reason.account',
  forbidden: 'checkout.reason.account',
}

/** Why a payment was refused for good and what to do; null when unknown. */
export function refusalReason({ failure }: Pick<Submission, 'failure'>): string | null {
  if (!failure) return null
  if (failure.code === 'transaction_used')
    return typeof failure.detail === 'string' ? t('checkout.reference.used', { code: failure.detail }) : null
  if (failure.message === NO_PICTURE) return t('checkout.reason.fileGone')
  const key = (REASONS as Partial<Record<string, (typeof REASONS)[keyof typeof REASONS]>>)[failure.code]
  return key ? t(key) : null
}
