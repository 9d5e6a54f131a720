import { t } from '#ui/messages/messages.ts'
import { looksLikeEmail } from './account-form.ts'

export function emailProblemText(typed: string): string | undefined {
  if (typed.trim() === '') return t('account.missing.email')
  return looksLikeEmail(typed) ? undefined : t('account.badEmail')
}
