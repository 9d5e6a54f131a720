import { t } from '#ui/messages/messages.ts'
import { looksLikeEmail } from './account-form.ts'

/** What to say under an address that cannot be used; undefined for one that can. */
export function wordEmailProblem(typed: string): string | undefined {
  if (typed.trim() === '') return t('account.missing.email')
  return looksLikeEmail(typed) ? undefined : t('account.badEmail')
}
