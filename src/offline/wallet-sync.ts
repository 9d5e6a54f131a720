import { toFailure } from '#backend/errors.ts'
import { withLock } from '#backend/lock.ts'
import { readMyPayments, readMyTickets } from '#backend/payments-api.ts'
import { myRole, readMyProfile } from '#backend/people-api.ts'
import { readMyRefunds } from '#backend/refunds-api.ts'
import { failed, ok, type Result } from '#domain/failure.ts'
import { askForTicketKeeping } from './persistence.ts'
import { putProfile } from './profile.ts'
import { owner, walletKey } from './session.ts'
import { openStore } from './store.ts'
import { ticketRow, type MyTicket } from './wallet.ts'

const WALLET_LOCK = 'mehfil.wallet'
/** How long a sent submission is kept beside the payment it became, in milliseconds. */
const SENT_KEPT_MS = 30 * 24 * 3_600_000

/** What a wallet sync brought that was not on this device before. */
export interface WalletNews {
  /** New tickets; empty at a person's first sync on this device, when every ticket would be. */
  tickets: MyTicket[]
}

/**
 * Brings the signed-in person's tickets, payments, refunds, profile and role to the device: all of them, so that what was revoked or
 * taken back shows. Nothing to do for a visitor. One at a time over all tabs.
 */
export function syncWallet(): Promise<Result<WalletNews>> {
  const asked = Date.now()
  return withLock(WALLET_LOCK, async () => {
    try {
      const store = await openStore()
      const ownerId = await owner()
      if (ownerId === null) return ok({ tickets: [] })
      const at = (await store.table('meta').get(walletKey(ownerId)))?.value as number | undefined
      const started = Date.now()
      if (at !== undefined && at > asked && at <= started) return ok({ tickets: [] })
      const [tickets, payments, role, profile, refunds] = await Promise.all([
        readMyTickets(ownerId),
        readMyPayments(ownerId),
        myRole(),
        readMyProfile(ownerId),
        readMyRefunds(ownerId),
      ])
      if (!tickets.ok) return tickets
      if (!payments.ok) return payments
      const news = await store.transact(
        ['tickets', 'payments', 'people', 'profiles', 'refunds', 'submissions', 'orders', 'session', 'meta'],
        async () => {
          // Answers to another person's session are not this person's rows.
          if ((await owner()) !== ownerId) return null
          const before = (await store.table('tickets').where('ownerId', [ownerId])).map((row) => row.id)
          const rows = tickets.value.map((ticket) => ticketRow(ticket, ownerId))
          await store.table('tickets').remove(before.filter((id) => !rows.some((row) => row.id === id)))
          await store.table('tickets').putAll(rows)
          const paid = await store.table('payments').where('ownerId', [ownerId])
          const kept = new Set(payments.value.map((payment) => payment.id))
          await store.table('payments').remove(paid.filter((row) => !kept.has(row.id)).map((row) => row.id))
          await store.table('payments').putAll(payments.value.map((payment) => ({ ...payment, ownerId })))
          if (role.ok) await store.table('people').put({ ownerId, role: role.value })
          // What did not come this time stays as it was; the next round brings it.
          if (profile.ok && profile.value) await putProfile(store, ownerId, profile.value, started)
          if (refunds.ok) await store.table('refunds').putAll(refunds.value.map((refund) => ({ ...refund, ownerId })))
          const old = (await store.table('submissions').where('ownerId', [ownerId]))
            .filter((row) => row.state === 'sent' && row.submittedAt < started - SENT_KEPT_MS)
            .map((row) => row.orderId)
          await store.table('submissions').remove(old)
          await store.table('orders').remove(old)
          await store.table('meta').put({ key: walletKey(ownerId), value: started })
          return at === undefined ? [] : rows.filter((row) => !before.includes(row.id))
        },
      )
      if (news === null) return failed('signed_out')
      if (tickets.value.length > 0) askForTicketKeeping()
      return ok({ tickets: news })
    } catch (error) {
      return { ok: false, failure: toFailure(error) }
    }
  })
}
