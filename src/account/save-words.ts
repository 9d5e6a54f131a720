import type { Failure } from '#platform/failure/failure.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/account/profile.ts'

export function saveFailureText(failure: Failure, otherwise: string = t('profile.failed')): string {
  switch (failure.code) {
    case 'unreachable':
      return t('profile.offline')
    case 'signed_out':
    case 'not_signed_in':
      return t('profile.signIn')
    case 'invalid':
      return t('profile.invalid')
    default:
      return otherwise
  }
}
