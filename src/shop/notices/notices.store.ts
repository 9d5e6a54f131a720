import { mergeAnswer } from '#shop/device/merge.ts'
import { watch } from '#shop/device/observable.ts'
import { omit } from '#shop/device/omit.ts'
import { openStore } from '#shop/device/store.ts'
import type { Store } from '#shop/device/store-types.ts'
import { ownerIn } from '#shop/people/session.store.ts'
import { forgetWalletDigest } from '#shop/tickets/wallet-digest.store.ts'
import type { Observable } from '#platform/observable/observable.ts'
import type { Notice } from './notice.ts'
import { reportRead } from './notices.api.ts'

export type { Notice, NoticeAbout } from './notice.ts'

/** Emits the newest first. */
export function watchMyNotices(): Observable<Notice[]> {
  return watch(async (store) => {
    const ownerId = await ownerIn(store)
    const rows = ownerId === null ? [] : await store.table('notices').where('ownerId', [ownerId])
    return rows
      .map((row): Notice => omit(omit(row, 'ownerId'), 'savedAt'))
      .sort((a, b) => (a.createdAt > b.createdAt ? -1 : a.createdAt < b.createdAt ? 1 : a.id < b.id ? -1 : 1))
  })
}

export function watchUnreadNotices(): Observable<number> {
  return watch(async (store) => {
    const ownerId = await ownerIn(store)
    const rows = ownerId === null ? [] : await store.table('notices').where('ownerId', [ownerId])
    return rows.filter((row) => row.readAt === null).length
  })
}

/** Marks notices as read on this device at once, and on the server when it can be reached: else the next sync does. */
export async function markNoticesRead(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const store = await openStore()
  const marked = await store.transact(['notices', 'session', 'meta'], async () => {
    const ownerId = await ownerIn(store)
    const rows = await store.table('notices').getMany([...ids])
    const fresh = rows.filter((row) => row.ownerId === ownerId && row.readAt === null)
    const readAt = new Date().toISOString()
    await store.table('notices').putAll(fresh.map((row) => ({ ...row, readAt, savedAt: Date.now() })))
    // What the server knows has not changed: the next sync compares all the same, and reports.
    if (ownerId !== null && fresh.length > 0) await forgetWalletDigest(store, ownerId)
    return fresh.map((row) => row.id)
  })
  if (marked.length > 0) await reportRead(marked)
}

/** Stores the server's notices, in a transaction over `notices`. Returns those read here that it does not know of. */
export async function mergeNotices(
  store: Store,
  ownerId: string,
  notices: readonly Notice[],
  asked: number,
): Promise<string[]> {
  const held = await store.table('notices').where('ownerId', [ownerId])
  const readHere = new Map(held.map((row) => [row.id, row.readAt]))
  const unreported = notices.filter((one) => one.readAt === null && readHere.get(one.id)).map((one) => one.id)
  const rows = notices.map((one) => ({ ...one, readAt: one.readAt ?? readHere.get(one.id) ?? null, ownerId }))
  await mergeAnswer(store.table('notices'), held, rows, { asked, whole: true })
  return unreported
}
