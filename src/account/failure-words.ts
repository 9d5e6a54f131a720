import type { Failure } from '#domain/failure.ts'
import { spokenLanguage } from '#ui/language.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/with/account.ts'

/** The auth service's own sentence for a wrong pair; the shop says it in its own words. */
const WRONG_PAIR = /invalid login credentials/i
/** Its other usual sentences, which it says in English. */
const TAKEN = /^user already registered$/i
const NOT_CONFIRMED = /^email not confirmed$/i

/** What to tell someone whose sign-in, registration or reset failed; `otherwise` when the service gave no sentence. */
export function wordAuthFailure(failure: Failure, otherwise: string): string {
  switch (failure.code) {
    case 'rate_limited':
    case 'too_many':
      return t('account.tooMany')
    case 'unreachable':
      return t('account.offline')
    case 'storage':
      return t('account.storeFailed')
    case 'auth':
      if (!failure.message || WRONG_PAIR.test(failure.message)) return otherwise
      if (TAKEN.test(failure.message)) return t('account.taken')
      if (NOT_CONFIRMED.test(failure.message)) return t('account.notConfirmed')
      // Any other of its sentences is in English alone.
      return spokenLanguage() === 'en' ? failure.message : otherwise
    default:
      return otherwise
  }
}
