import type { Submission } from '#shop/orders/outbox/submission.ts'
import { t } from '#ui/messages/messages.ts'

/** Nothing of it outlives this page. */
export const isOnlyHere = ({ unkept }: Pick<Submission, 'unkept'>): boolean => unkept?.onDevice === false

/** What went wrong while somebody waits for it to be sent: the picture goes first, the payment after it. */
export const sendingFailure = (submission: Pick<Submission, 'screenshot' | 'unkept'>): string =>
  `${t(submission.screenshot.uploaded ? 'checkout.submitFailed' : 'checkout.uploadFailed')} ${t(isOnlyHere(submission) ? 'checkout.willBeSent.page' : 'checkout.willBeSent')}`
