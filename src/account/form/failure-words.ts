import type { Failure } from '#platform/failure/failure.ts'
import { spokenLanguage } from '#ui/language.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/account/account.ts'

/** The auth service's English sentences that the shop words itself. */
const WRONG_PAIR = /invalid login credentials/i
const TAKEN = /^user already registered$/i
const NOT_CONFIRMED = /^email not confirmed$/i
const NO_ADDRESS = /^unable to validate email address/i

/** Returns the auth service's own sentence; '' when it gave only a code or an object. */
export const ownSentence = ({ code, message }: Failure): string =>
  message === code || message.startsWith('{') ? '' : message

export const isTaken = (failure: Failure): boolean => failure.code === 'auth' && TAKEN.test(ownSentence(failure))

/** Words a failed sign-in, registration or reset; `otherwise` when the service gave no usable sentence. */
export function authFailureText(failure: Failure, otherwise: string): string {
  switch (failure.code) {
    case 'rate_limited':
    case 'too_many':
      return t('account.tooMany')
    case 'unreachable':
      return t('account.offline')
    case 'storage':
      return `${t('account.storeFailed')} ${t('common.failed.device')}`
    case 'auth': {
      const said = ownSentence(failure)
      if (!said || WRONG_PAIR.test(said)) return otherwise
      if (TAKEN.test(said)) return t('account.taken')
      if (NOT_CONFIRMED.test(said)) return t('account.notConfirmed')
      if (NO_ADDRESS.test(said)) return t('account.badEmail')
      return spokenLanguage() === 'en' ? said : otherwise
    }
    default:
      return otherwise
  }
}
