import { isEmail } from '#shop/people/profile.ts'
import { t } from '#ui/messages/messages.ts'

export function emailProblemText(typed: string): string | undefined {
  if (typed.trim() === '') return t('account.missing.email')
  return isEmail(typed) ? undefined : t('account.badEmail')
}
