import { t } from '#ui/messages/messages.ts'
import { MAX_PASSWORD_BYTES, PASSWORD_MIN, type NewPasswordProblem } from './account-form.ts'

export function newPasswordProblemText(problem: NewPasswordProblem, typed: string): string {
  if (problem === 'missing') return t('account.missing.newPassword')
  if (problem === 'long') return t('account.longPassword', { n: MAX_PASSWORD_BYTES })
  return t('account.shortPassword', { n: PASSWORD_MIN, have: [...typed].length })
}
