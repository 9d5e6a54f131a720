import { claimRefund as askForOwed, requestRefund as askForRefund, type Refund } from './refunds.api.ts'
import { failed, ok, type Result } from '#platform/failure/failure.ts'
import { attempt } from '#platform/failure/attempt.ts'
import { owner, ownerIn } from '#shop/people/session.store.ts'
import { openStore } from '#shop/device/store.ts'
import { forgetWalletDigest } from '#shop/tickets/wallet-digest.store.ts'
import type { Observable } from '#platform/observable/observable.ts'
import { watch } from '#shop/device/observable.ts'
import { omit } from '#shop/device/omit.ts'

export type { Refund }

export interface MyRefunds {
  ofTicket: ReadonlyMap<string, Refund>
  withoutTicket: readonly Refund[]
}

export function watchMyRefunds(): Observable<MyRefunds> {
  return watch(async (store) => {
    const ownerId = await ownerIn(store)
    const rows = ownerId === null ? [] : await store.table('refunds').where('ownerId', [ownerId])
    const refunds = rows.map((row): Refund => omit(omit(row, 'ownerId'), 'savedAt'))
    const ofTicket = new Map<string, Refund>()
    for (const refund of refunds) if (refund.ticketId !== null) ofTicket.set(refund.ticketId, refund)
    return { ofTicket, withoutTicket: refunds.filter((refund) => refund.ticketId === null) }
  })
}

/** Requests a refund and stores the answer. Needs the network; a second request changes nothing. */
export const requestRefund = (ticketId: string): Promise<Result<Refund>> => keep(() => askForRefund(ticketId))

/** Asks for owed money by the refund's id; otherwise as requestRefund(). */
export const claimRefund = (refundId: string): Promise<Result<Refund>> => keep(() => askForOwed(refundId))

const keep = (ask: () => Promise<Result<Refund>>): Promise<Result<Refund>> =>
  attempt(async () => {
    const ownerId = await owner()
    if (ownerId === null) return failed('signed_out')
    const answer = await ask()
    if (!answer.ok) return answer
    const store = await openStore()
    return store.transact(['refunds', 'session', 'meta'], async () => {
      if ((await ownerIn(store)) !== ownerId) return failed('signed_out')
      await store.table('refunds').put({ ...answer.value, ownerId, savedAt: Date.now() })
      await forgetWalletDigest(store, ownerId)
      return ok(answer.value)
    })
  })
