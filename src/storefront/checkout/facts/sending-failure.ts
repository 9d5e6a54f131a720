import type { Submission } from '#shop/orders/outbox/submission.ts'
import { t } from '#ui/messages/messages.ts'

/** True when closing this page loses the submission. */
export const isPageOnly = ({ unkept }: Pick<Submission, 'unkept'>): boolean => unkept?.onDevice === false

/** Why a payment is still unsent; the screenshot is sent before it. */
export const sendingFailure = (submission: Pick<Submission, 'screenshot' | 'unkept'>): string =>
  `${t(submission.screenshot.uploaded ? 'checkout.submitFailed' : 'checkout.uploadFailed')} ${t(isPageOnly(submission) ? 'checkout.willBeSent.page' : 'checkout.willBeSent')}`
