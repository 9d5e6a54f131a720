import { deleteMyAccount, unsettledOf, type Unsettled } from '#shop/people/my-account.api.ts'
import { ok, type Result } from '#platform/failure/failure.ts'
import { clearStoredCart } from '#shop/cart/cart.store.ts'
import { chooseCity } from '#shop/catalogue/chosen-city.store.ts'
import { forgetTickets } from '#shop/tickets/had-tickets.store.ts'
import { leave } from '#shop/people/session.store.ts'
import { identityHeard } from '../session/identity.ts'
import { provePassword } from './prove.ts'
import { forgetPerson } from '../session/tab-memory.ts'

export type { Unsettled }

/**
 * Deletes the account for good, after proving its password (null: it has none). Without `confirm` it does nothing and
 * answers what is unsettled, if anything is. 'wrong' when the password is not right, 'sign-in-again' when an account
 * without one signed in more than five minutes ago. Fails with `last_admin`, `signed_out`, `rate_limited`, `unreachable`.
 * What is on this device goes with forgetAccount().
 */
export async function deleteAccount(
  password: string | null,
  confirm: boolean,
): Promise<Result<Unsettled | 'deleted' | 'wrong' | 'sign-in-again'>> {
  if (password !== null) {
    const proved = await provePassword(password)
    if (!proved.ok) return proved
    if (proved.value === 'wrong') return ok('wrong')
  }
  const answer = await deleteMyAccount(confirm)
  if (answer.ok) return ok('deleted')
  if (answer.failure.code === 'sign_in_again') return ok('sign-in-again')
  const unsettled = answer.failure.code === 'pending_payment' ? unsettledOf(answer.failure.detail) : null
  return unsettled ? ok(unsettled) : answer
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
