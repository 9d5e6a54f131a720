import { attempt } from '#platform/failure/attempt.ts'
import { withLock } from '#platform/device/lock/lock.ts'
import { readMyWallet, type Wallet } from './wallet.api.ts'
import type { Payment } from '#shop/payments/payment-rows.ts'
import { isDecided } from '#shop/payments/payment.ts'
import { reportRead } from '#shop/notices/notices.api.ts'
import { mergeNotices } from '#shop/notices/notices.store.ts'
import { mergeWaits } from '#shop/waiting/waits.store.ts'
import { failed, ok, type Result } from '#platform/failure/failure.ts'
import {
  adoptSubmissions,
  endLostSession,
  noteMail,
  lostOrders,
  putBack,
  sentSubmissions,
} from '#shop/orders/outbox/adopt-submissions.store.ts'
import { changedSince, mergeAnswer } from '#shop/device/merge.ts'
import { askForTicketKeeping } from './persist-tickets.store.ts'
import { putProfile } from '#shop/people/profile.store.ts'
import { putRoles } from '#shop/people/role.store.ts'
import { owner, ownerIn, walletKey, walletMark, type WalletMark } from '#shop/people/session.store.ts'
import { openStore } from '#shop/device/store.ts'
import type { Store } from '#shop/device/store-types.ts'
import { isLaterPayment, ticketRow } from './wallet.store.ts'
import type { MyTicket } from '#shop/device/schema.ts'

const WALLET_LOCK = 'mehfil.wallet'
/** Raise it when devices keep more of a wallet: all rows are then read again. */
const VERSION = '2 '
const SENT_KEPT_MS = 30 * 24 * 3_600_000

export interface WalletNews {
  /** Empty at a person's first sync on this device. */
  tickets: MyTicket[]
}

/**
 * Syncs the person's tickets, payments, refunds, waits, notices, profile and role; reads nothing if the server's digest is unchanged.
 * Orders that a restored server lost go back to the outbox. An older answer never replaces a newer one.
 */
export function syncWallet(): Promise<Result<WalletNews>> {
  const asked = Date.now()
  return withLock(WALLET_LOCK, async () => {
    return attempt(async () => {
      const store = await openStore()
      const ownerId = await owner()
      if (ownerId === null) return ok({ tickets: [] })
      const last = await walletMark(store, ownerId)
      const started = Date.now()
      if (last && last.at > asked && last.at <= started) return ok({ tickets: [] })
      await adoptSubmissions()
      const submissions = await store.table('submissions').where('ownerId', [ownerId])
      const sent = submissions.filter((row) => row.state === 'sent').map((row) => row.orderId)
      const arrived = new Set(last?.arrived)
      const held = last?.digest?.startsWith(VERSION) ? last.digest.slice(VERSION.length) : null
      const answer = await readMyWallet(sent.every((id) => arrived.has(id)) ? held : null)
      if (!answer.ok) return answer
      const { wallet, digest } = answer.value
      const lost = wallet ? await lostAmong(sent, wallet) : []
      const isRefused = submissions.some((row) => row.state === 'needs-sign-in')
      if ((isRefused || lost.length > 0) && (await endLostSession(ownerId))) return failed('signed_out')
      const read: Read = { ownerId, started, last, sent, digest: digest && VERSION + digest, wallet, lost }
      const kept = await keepWallet(store, read)
      if (kept === null) return failed('signed_out')
      // Read on this device without a network.
      if (kept.unreported.length > 0) void reportRead(kept.unreported)
      if (wallet && wallet.tickets.length > 0) askForTicketKeeping()
      return ok({ tickets: kept.news })
    })
  })
}

interface Read {
  ownerId: string
  started: number
  last: WalletMark | undefined
  sent: string[]
  digest: string | null
  /** Null when nothing has changed. */
  wallet: Wallet | null
  /** Orders that were sent and that the server does not know. */
  lost: readonly string[]
}

async function lostAmong(sent: readonly string[], { payments }: Wallet): Promise<string[]> {
  const listed = new Set(payments.map((payment) => payment.orderId))
  return lostOrders(sent.filter((orderId) => !listed.has(orderId)))
}

interface Kept {
  /** Tickets. */
  news: MyTicket[]
  /** Notices that were read here and that the server lists as new. */
  unreported: string[]
}

const NOTHING: Kept = { news: [], unreported: [] }

/** Stores all or nothing. Null when another person has signed in. */
function keepWallet(store: Store, { ownerId, started, last, sent, digest, wallet, lost }: Read): Promise<Kept | null> {
  return store.transact(
    [
      'tickets',
      'payments',
      'people',
      'profiles',
      'refunds',
      'notices',
      'waits',
      'submissions',
      'orders',
      'pictures',
      'session',
      'meta',
    ],
    async () => {
      if ((await ownerIn(store)) !== ownerId) return null
      // Another sync has stored a possibly newer answer meanwhile.
      const latest = await walletMark(store, ownerId)
      if (changedSince(latest, started) && latest?.savedAt !== last?.savedAt) return NOTHING
      await noteMail(store, ownerId)
      const mark: WalletMark = { at: started, savedAt: Date.now(), digest, arrived: [] }
      if (!wallet) {
        const arrived = last?.arrived ?? []
        // A row stored outside a sync meanwhile has cleared the digest.
        await store.table('meta').put({
          key: walletKey(ownerId),
          value: { ...mark, digest: latest?.digest ?? null, arrived },
        })
        return NOTHING
      }
      const { added, stood, unreported } = await mergeWallet(store, { ownerId, started, sent }, wallet)
      for (const orderId of lost) await putBack(store, orderId, ownerId)
      const listed = new Set(wallet.payments.map((payment) => payment.orderId))
      mark.arrived = sent.filter((orderId) => listed.has(orderId))
      // A row changed here meanwhile, or a report that may fail: the next sync reads all again.
      if (stood || unreported.length > 0) mark.digest = null
      await tidy(store, ownerId, wallet.payments, started)
      await store.table('meta').put({ key: walletKey(ownerId), value: mark })
      return { news: last === undefined ? [] : added, unreported }
    },
  )
}

/** Replaces the rows; `stood` when one was changed here meanwhile and kept. */
async function mergeWallet(
  store: Store,
  { ownerId, started: asked, sent }: Pick<Read, 'ownerId' | 'started' | 'sent'>,
  { tickets, received, payments, roles, profile, refunds, notices, waits }: Wallet,
): Promise<{ added: MyTicket[]; stood: boolean; unreported: string[] }> {
  const [ticketTable, paymentTable, refundTable] = [
    store.table('tickets'),
    store.table('payments'),
    store.table('refunds'),
  ]
  const mine = <T extends object>(row: T) => ({ ...row, ownerId })
  const singles = [await store.table('people').get(ownerId), await store.table('profiles').get(ownerId)]
  const heldTickets = await ticketTable.where('ownerId', [ownerId])
  const rows = [...tickets, ...received].map((ticket) => ticketRow(ticket, ownerId))
  const held = await mergeAnswer(ticketTable, heldTickets, rows, { asked, whole: true })
  // Sent after the request: the answer cannot include them.
  const before = new Set(sent)
  const since = new Set(
    (await sentSubmissions(store, ownerId)).map((row) => row.orderId).filter((id) => !before.has(id)),
  )
  const heldPayments = (await paymentTable.where('ownerId', [ownerId])).filter((row) => !since.has(row.orderId))
  const merge = { asked, whole: true, isLater: isLaterPayment }
  const paid = await mergeAnswer(paymentTable, heldPayments, payments.map(mine), merge)
  const heldRefunds = await refundTable.where('ownerId', [ownerId])
  const given = await mergeAnswer(refundTable, heldRefunds, refunds.map(mine), { asked, whole: true })
  const unreported = await mergeNotices(store, ownerId, notices, asked)
  await mergeWaits(store, ownerId, waits, asked)
  await putRoles(store, ownerId, roles, asked)
  if (profile) await putProfile(store, ownerId, profile, asked)
  const stood = [held, paid, given].some((one) => one.stood) || singles.some((row) => changedSince(row, asked))
  return { added: held.added, stood, unreported }
}

async function tidy(store: Store, ownerId: string, payments: readonly Payment[], now: number): Promise<void> {
  const known = new Map(payments.map((payment) => [payment.orderId, payment.status]))
  const old = (await sentSubmissions(store, ownerId))
    .filter((row) => row.submittedAt < now - SENT_KEPT_MS && known.has(row.orderId))
    .map((row) => row.orderId)
  await store.table('submissions').remove(old)
  await store.table('orders').remove(old)
  const pictures = await store.table('pictures').keysWhere('ownerId', ownerId)
  const gone = new Set(old)
  await store
    .table('pictures')
    .remove(pictures.filter((orderId) => gone.has(orderId) || isDecided(known.get(orderId) ?? 'pending')))
}
