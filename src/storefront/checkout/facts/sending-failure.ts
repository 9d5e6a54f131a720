import type { Submission } from '#shop/orders/outbox/submission.ts'
import { t } from '#ui/messages/messages.ts'

/** Nothing of it outlives this page. */
export const isOnlyHere = ({ unkept }: Pick<Submission, 'unkept'>): boolean => unkept?.onDevice === false

/** Why a payment has not been sent yet: the picture is sent first, the payment after it. */
export const sendingFailure = (submission: Pick<Submission, 'screenshot' | 'unkept'>): string =>
  `${t(submission.screenshot.uploaded ? 'checkout.submitFailed' : 'checkout.uploadFailed')} ${t(isOnlyHere(submission) ? 'checkout.willBeSent.page' : 'checkout.willBeSent')}`
