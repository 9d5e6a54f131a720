import { attempt } from '#platform/failure/attempt.ts'
import { failed, ok, type Result } from '#platform/failure/failure.ts'
import { mergeAnswer } from '#shop/device/merge.ts'
import { openStore } from '#shop/device/store.ts'
import type { Store } from '#shop/device/store-types.ts'
import { owner, ownerIn } from '#shop/people/session.store.ts'
import { passKey } from '#shop/tickets/passes/pass-key.store.ts'
import { askForTicketKeeping } from '#shop/tickets/persist-tickets.store.ts'
import { syncWallet } from '#shop/tickets/wallet-sync.store.ts'
import { ticketRow } from '#shop/tickets/wallet.store.ts'
import { forgetWalletDigest } from '#shop/tickets/wallet-digest.store.ts'
import { checkGivenTickets, deviceOfLinks } from './given-tickets.store.ts'
import { acceptPass, bindPass, handOverPass, takeBackPass, type LinkOfHolder, type PassLink } from './hand-over.api.ts'

export type { PassLink } from './hand-over.api.ts'

/** Makes a link for a pass of this device's holder; refusals of handOverPass. The ticket then shows the open link. */
export const handOver = (ticketId: string, number: number, name: string): Promise<Result<PassLink>> =>
  attempt(async () => {
    const link = await linkOf(ticketId)
    const answer = await handOverPass(ticketId, number, name, link)
    await readAgain(link)
    return answer
  })

/** Ends an open link; refusals of takeBackPass. The ticket then shows who has the pass. */
export const takeBack = (ticketId: string, transferId: string): Promise<Result<null>> =>
  attempt(async () => {
    const link = await linkOf(ticketId)
    const answer = await takeBackPass(transferId, link)
    await readAgain(link)
    return answer
  })

/**
 * Binds a pass to this device, which then shows its changing code; refusals of bindPass. Fails with storage where the
 * device keeps no key.
 */
export const showHere = (ticketId: string, number: number, again: boolean): Promise<Result<null>> =>
  attempt(async () => {
    const key = await passKey()
    if (!key) return failed('storage')
    const link = await linkOf(ticketId)
    const answer = await bindPass({ ticketId, number }, key.publicKey, again, link)
    await readAgain(link)
    return answer
  })

/** Takes a link's pass into the signed-in person's account and keeps it on the device; refusals of acceptPass. */
export const acceptIntoAccount = (secret: string): Promise<Result<{ ticketId: string }>> =>
  attempt(async () => {
    const ownerId = await owner()
    if (ownerId === null) return failed('signed_out')
    const asked = Date.now()
    const answer = await acceptPass(secret)
    if (!answer.ok) return answer
    const first = answer.value[0]
    if (!first) return failed('not_found')
    const store = await openStore()
    const rows = answer.value.map((ticket) => ticketRow(ticket, ownerId))
    const kept = await store.transact(['tickets', 'session', 'meta'], async () => {
      if ((await ownerIn(store)) !== ownerId) return false
      const held = await store.table('tickets').getMany(rows.map((row) => row.id))
      await mergeAnswer(store.table('tickets'), held, rows, { asked, whole: false })
      await forgetWalletDigest(store, ownerId)
      return true
    })
    if (!kept) return failed('signed_out')
    askForTicketKeeping()
    return ok({ ticketId: first.id })
  })

/** Null for a ticket of the signed-in person. */
async function linkOf(ticketId: string): Promise<LinkOfHolder | null> {
  const store = await openStore()
  const row = await store.table('givenTickets').get(ticketId)
  return row ? { secret: row.secret, device: await deviceOfLinks(store) } : null
}

/** Reads the ticket again, also after a refusal, which says that something has changed. Ignores a failure. */
async function readAgain(link: LinkOfHolder | null): Promise<void> {
  if (link) await checkGivenTickets()
  else {
    await forget(await openStore())
    await syncWallet()
  }
}

const forget = (store: Store): Promise<void> =>
  store.transact(['session', 'meta'], async () => {
    const ownerId = await ownerIn(store)
    if (ownerId !== null) await forgetWalletDigest(store, ownerId)
  })
