import { ownSentence, authFailureText } from '#account/form/failure-words.ts'
import type { Failure } from '#platform/failure/failure.ts'

/** Uses the auth service's own sentence where it gave one. */
export function staffSignInText(failure: Failure): string {
  if (failure.code !== 'auth') return authFailureText(failure, 'Failed to sign in. Please try again.')
  return ownSentence(failure) || 'Authentication failed. Please try again.'
}
