import { attempt } from '#platform/failure/attempt.ts'
import type { Result } from '#platform/failure/failure.ts'
import { openStore } from '#shop/device/store.ts'
import { ownerIn } from '#shop/people/session.store.ts'
import { forgetWalletDigest } from '#shop/tickets/wallet-digest.store.ts'
import { syncWallet } from '#shop/tickets/wallet-sync.store.ts'
import { giveBackPass, takeBackReturn } from './waits.api.ts'

/** Gives a pass back; refusals of giveBackPass. The ticket then shows what became of it. */
export const giveBack = (ticketId: string, number: number): Promise<Result<unknown>> =>
  attempt(async () => readAgain(await giveBackPass(ticketId, number)))

/** Keeps a pass after all; refusals of takeBackReturn. */
export const keepPass = (returnId: string): Promise<Result<unknown>> =>
  attempt(async () => readAgain(await takeBackReturn(returnId)))

/** Reads the ticket again, also after a refusal, which says that something has changed. Ignores a failure. */
async function readAgain<T>(answer: Result<T>): Promise<Result<T>> {
  const store = await openStore()
  await store.transact(['session', 'meta'], async () => {
    const ownerId = await ownerIn(store)
    if (ownerId !== null) await forgetWalletDigest(store, ownerId)
  })
  await syncWallet()
  return answer
}
