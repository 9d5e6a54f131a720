import { accountExists } from '#shop/sync/sync.api.ts'
import { refreshSession, storedSession } from '#platform/supabase/session.ts'
import { parseSession, SESSION_KEY } from '#platform/supabase/stored-session.ts'
import type { Submission } from './submission.ts'
import { screenshotPath } from '#shop/pictures/screenshot.ts'
import { hasPicture } from '#shop/pictures/pictures.store.ts'
import { ownerIn } from '#shop/people/session.store.ts'
import { openStore } from '#shop/device/store.ts'
import type { Store } from '#shop/device/store-types.ts'
import { textOf } from '#shop/people/current-user.store.ts'
import { readMyPayment } from '#shop/payments/payments.api.ts'

/** Prefix in `meta`: the mail address of each account with submissions on this device. */
const MAIL_KEY = 'mail-of:'

const tidy = (email: string | undefined): string => email?.trim().toLowerCase() ?? ''

const ownMail = async (store: Store): Promise<string> =>
  tidy(parseSession(textOf(await store.table('session').get(SESSION_KEY)))?.user.email)

/** Saves the owner's mail address for adoptSubmissions(). Needs a transaction over submissions, session, meta. */
export async function noteMail(store: Store, ownerId: string): Promise<void> {
  const owners = new Set((await store.table('submissions').all()).map((row) => row.ownerId))
  const known = (await store.table('meta').keys()).filter((key) => key.startsWith(MAIL_KEY))
  await store.table('meta').remove(known.filter((key) => !owners.has(key.slice(MAIL_KEY.length))))
  const mail = await ownMail(store)
  const key = MAIL_KEY + ownerId
  if (!owners.has(ownerId) || mail === '' || (await store.table('meta').get(key))?.value === mail) return
  await store.table('meta').put({ key, value: mail })
}

/** Ends the session of an account that the server lost, so that the person can register again; true if lost. */
export async function endLostSession(ownerId: string): Promise<boolean> {
  const known = await accountExists(ownerId)
  if (!known.ok || known.value) return false
  const store = await openStore()
  await store.transact(['submissions', 'session', 'meta'], async () => noteMail(store, ownerId))
  const session = await storedSession()
  if (session?.user.id === ownerId) await refreshSession(session.access_token).catch(() => null)
  return true
}

/** Takes over submissions of an account that the server lost, if its mail address was the same. Never rejects. */
export async function adoptSubmissions(): Promise<number> {
  try {
    const store = await openStore()
    const [me, mail] = [await ownerIn(store), await ownMail(store)]
    if (me === null || mail === '') return 0
    // Security: the server itself must confirm that the old account is gone.
    const others = (await store.table('submissions').all()).filter((row) => row.ownerId !== me)
    let adopted = 0
    for (const ownerId of new Set(others.map((row) => row.ownerId))) {
      // oxlint-disable-next-line no-await-in-loop -- hardly ever more than one
      if ((await store.table('meta').get(MAIL_KEY + ownerId))?.value !== mail) continue
      // oxlint-disable-next-line no-await-in-loop -- as above
      const known = await accountExists(ownerId)
      // oxlint-disable-next-line no-await-in-loop -- as above
      if (known.ok && !known.value) adopted += await adopt(store, ownerId, me)
    }
    return adopted
  } catch {
    return 0
  }
}

function adopt(store: Store, from: string, to: string): Promise<number> {
  return store.transact(['submissions', 'orders', 'pictures', 'session', 'meta'], async () => {
    if ((await ownerIn(store)) !== to) return 0
    const rows = await store.table('submissions').where('ownerId', [from])
    for (const row of rows) {
      await store.table('submissions').put(await ownedBy(store, row, to))
      const order = await store.table('orders').get(row.orderId)
      if (order) await store.table('orders').put({ ...order, ownerId: to })
      const picture = await store.table('pictures').get(row.orderId)
      if (picture) await store.table('pictures').put({ ...picture, ownerId: to })
    }
    await store.table('meta').remove([MAIL_KEY + from])
    return rows.length
  })
}

async function ownedBy(store: Store, row: Submission, ownerId: string): Promise<Submission> {
  const here = await hasPicture(store, row.orderId, row.ownerId)
  const path = screenshotPath(ownerId, row.orderId, row.screenshot)
  return {
    ...row,
    told: null,
    failure: null,
    ownerId,
    state: 'waiting',
    nextAttemptAt: 0,
    screenshot: { ...row.screenshot, path, uploaded: !here },
  }
}

export async function sentSubmissions(store: Store, ownerId: string): Promise<Submission[]> {
  const rows = await store.table('submissions').where('ownerId', [ownerId])
  return rows.filter((row) => row.state === 'sent')
}

/** Asks the server for each order; returns those that it lacks, without those it did not answer for. */
export async function lostOrders(orderIds: readonly string[]): Promise<string[]> {
  const answers = await Promise.all(
    orderIds.map(async (orderId) => {
      const read = await readMyPayment(orderId)
      return read.ok && read.value === null ? [orderId] : []
    }),
  )
  return answers.flat()
}

/** Queues a sent submission again; false without one. Needs a transaction: submissions, pictures, payments, session. */
export async function putBack(store: Store, orderId: string, ownerId: string): Promise<boolean> {
  const row = await store.table('submissions').get(orderId)
  if (!row || row.state !== 'sent' || row.ownerId !== ownerId || (await ownerIn(store)) !== ownerId) return false
  await store.table('submissions').put({
    ...row,
    told: null,
    failure: null,
    state: 'waiting',
    nextAttemptAt: 0,
    // Without its picture it is sent all the same: reference and amount are enough.
    screenshot: { ...row.screenshot, uploaded: !(await hasPicture(store, orderId, ownerId)) },
  })
  const payments = await store.table('payments').where('orderId', [orderId])
  await store.table('payments').remove(payments.map((payment) => payment.id))
  return true
}
