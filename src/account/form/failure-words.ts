import type { Failure } from '#platform/failure/failure.ts'
import { spokenLanguage } from '#ui/language.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/with/account/account.ts'

/** The auth service's own sentence for a wrong pair; the shop says it in its own words. */
const WRONG_PAIR = /invalid login credentials/i
/** Its other usual sentences, which it says in English. */
const TAKEN = /^user already registered$/i
const NOT_CONFIRMED = /^email not confirmed$/i

/** What the service itself said about it; '' where it gave no sentence, but a code or an object. */
export const ownSentence = ({ code, message }: Failure): string =>
  message === code || message.startsWith('{') ? '' : message

/** Whether an account could not be made because there is one with this email. */
export const isTaken = (failure: Failure): boolean => failure.code === 'auth' && TAKEN.test(ownSentence(failure))

/** The sentence about a failed sign-in, registration or reset; `otherwise` when the service gave none. */
export function wordAuthFailure(failure: Failure, otherwise: string): string {
  switch (failure.code) {
    case 'rate_limited':
    case 'too_many':
      return t('account.tooMany')
    case 'unreachable':
      return t('account.offline')
    case 'storage':
      return t('account.storeFailed')
    case 'auth': {
      const said = ownSentence(failure)
      if (!said || WRONG_PAIR.test(said)) return otherwise
      if (TAKEN.test(said)) return t('account.taken')
      if (NOT_CONFIRMED.test(said)) return t('account.notConfirmed')
      // Any other of its sentences is in English alone.
      return spokenLanguage() === 'en' ? said : otherwise
    }
    default:
      return otherwise
  }
}
