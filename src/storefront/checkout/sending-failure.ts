import type { Submission } from '#offline/outbox.ts'
import { t } from '#ui/messages/messages.ts'

/** What went wrong while somebody waits for it to be sent: the picture goes first, the payment after it. */
export const sendingFailure = (submission: Pick<Submission, 'screenshot'>): string =>
  `${t(submission.screenshot.uploaded ? 'checkout.submitFailed' : 'checkout.uploadFailed')} ${t('checkout.willBeSent')}`
