import { deleteMyAccount, unsettledOf, type Unsettled } from '#backend/people-api.ts'
import { ok, type Result } from '#domain/failure.ts'
import { clearStoredCart } from '#offline/cart.ts'
import { chooseCity } from '#offline/chosen-city.ts'
import { forgetTickets } from '#offline/had-tickets.ts'
import { leave } from '#offline/session.ts'
import { identityHeard } from './identity.ts'
import { forgetPerson } from './tab-memory.ts'

export type { Unsettled }

/**
 * Deletes the account for good. Without `confirm` it does nothing and answers what is unsettled, if anything is. Fails
 * with `last_admin`, `signed_out`, `unreachable`. What is on this device goes with forgetAccount().
 */
export async function deleteAccount(confirm: boolean): Promise<Result<Unsettled | 'deleted'>> {
  const answer = await deleteMyAccount(confirm)
  if (!answer.ok) {
    const unsettled = answer.failure.code === 'pending_payment' ? unsettledOf(answer.failure.detail) : null
    return unsettled ? ok(unsettled) : answer
  }
  return ok('deleted')
}

/** Erases everything of the person whose account is gone from this device; resolves when every screen knows. */
export async function forgetAccount(): Promise<void> {
  forgetTickets()
  await leave(false)
  clearStoredCart()
  chooseCity('')
  forgetPerson()
  await identityHeard(null)
}
