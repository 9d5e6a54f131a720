import { requestRefund as askForRefund, type Refund } from '#backend/refunds-api.ts'
import { failed, ok, type Result } from '#domain/failure.ts'
import { attempt } from './attempt.ts'
import { owner, ownerIn } from './session.ts'
import { openStore } from './store.ts'
import { forgetWalletDigest } from './wallet-digest.ts'
import { watch, type Watch } from './watch.ts'
import { without } from './without.ts'

export type { Refund }

/** The signed-in person's refunds by ticket id. */
export function watchMyRefunds(): Watch<ReadonlyMap<string, Refund>> {
  return watch(async (store) => {
    const ownerId = await ownerIn(store)
    const rows = ownerId === null ? [] : await store.table('refunds').where('ownerId', [ownerId])
    return new Map(rows.map((row) => [row.ticketId, without(without(row, 'ownerId'), 'savedAt')]))
  })
}

/** Asks for the money of a ticket and keeps what the server answers. Needs the network; asking twice is one request. */
export const requestRefund = (ticketId: string): Promise<Result<Refund>> =>
  attempt(async () => {
    const ownerId = await owner()
    if (ownerId === null) return failed('signed_out')
    const answer = await askForRefund(ticketId)
    if (!answer.ok) return answer
    const store = await openStore()
    return store.transact(['refunds', 'session', 'meta'], async () => {
      if ((await ownerIn(store)) !== ownerId) return failed('signed_out')
      await store.table('refunds').put({ ...answer.value, ownerId, savedAt: Date.now() })
      await forgetWalletDigest(store, ownerId)
      return ok(answer.value)
    })
  })
