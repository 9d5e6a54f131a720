import { t } from '#ui/messages/messages.ts'
import { looksLikeEmail } from './account-form.ts'

/** The error text of an unusable address; undefined for a good one. */
export function wordEmailProblem(typed: string): string | undefined {
  if (typed.trim() === '') return t('account.missing.email')
  return looksLikeEmail(typed) ? undefined : t('account.badEmail')
}
