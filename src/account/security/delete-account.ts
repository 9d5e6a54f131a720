import { deleteMyAccount, unsettledOf, type Unsettled } from '#shop/people/my-account.api.ts'
import { ok, type Result } from '#platform/failure/failure.ts'
import { clearStoredCart } from '#shop/cart/cart.store.ts'
import { chooseCity } from '#shop/catalogue/chosen-city.store.ts'
import { forgetTickets } from '#shop/tickets/had-tickets.store.ts'
import { leave } from '#shop/people/session.store.ts'
import { waitForIdentity } from '../session/identity.ts'
import { verifyPassword } from './password.ts'
import { forgetPerson } from '../session/tab-memory.ts'

export type { Unsettled }

/** Deletes the account once `password` is proved (null: it has none); without `confirm` only returns what is unsettled.
 * 'sign-in-again': no password, an old sign-in. Fails with `last_admin`, `signed_out`, `rate_limited`, `unreachable` */
export async function deleteAccount(
  password: string | null,
  confirm: boolean,
): Promise<Result<Unsettled | 'deleted' | 'wrong' | 'sign-in-again'>> {
  if (password !== null) {
    const proved = await verifyPassword(password)
    if (!proved.ok) return proved
    if (proved.value === 'wrong') return ok('wrong')
  }
  const answer = await deleteMyAccount(confirm)
  if (answer.ok) return ok('deleted')
  if (answer.failure.code === 'sign_in_again') return ok('sign-in-again')
  const unsettled = answer.failure.code === 'pending_payment' ? unsettledOf(answer.failure.detail) : null
  return unsettled ? ok(unsettled) : answer
}

/** Erases a deleted account's data from this device; resolves when every screen shows it signed out. */
export async function forgetAccount(): Promise<void> {
  forgetTickets()
  await leave(false)
  clearStoredCart()
  chooseCity('')
  forgetPerson()
  await waitForIdentity(null)
}
