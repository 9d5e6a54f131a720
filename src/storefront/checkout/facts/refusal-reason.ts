import { NO_PICTURE } from '#shop/pictures/pictures.store.ts'
import type { FinalRefusal } from '#shop/orders/outbox/send-submission.store.ts'
import type { Submission } from '#shop/orders/outbox/submission.ts'
import { t, type MessageKey } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/checkout.ts'

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
