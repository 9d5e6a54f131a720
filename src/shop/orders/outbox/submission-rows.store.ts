import { toFailure } from '#platform/failure/to-failure.ts'
import { isFull } from '#platform/failure/failure.ts'
import type { Submission } from './submission.ts'
import {
  forgetInPage,
  keepSubmissionInPage,
  pageOrder,
  pagePicture,
  pageSubmission,
  pageSubmissions,
  type PageSubmission,
} from '../page-rows.store.ts'
import { ownerIn } from '#shop/people/session.store.ts'
import type { Store } from '#shop/device/store-types.ts'

/** Whoever holds it is the only one who sends, over all tabs and the worker. */
export const OUTBOX_LOCK = 'mehfil.outbox'

/** The signed-in person's submissions as this page knows them, newest first. */
export async function ownSubmissions(store: Store): Promise<Submission[]> {
  const ownerId = await ownerIn(store)
  if (ownerId === null) return []
  const rows = new Map((await store.table('submissions').where('ownerId', [ownerId])).map((row) => [row.orderId, row]))
  for (const kept of pageSubmissions())
    if (kept.row.ownerId === ownerId && isNewer(kept, rows.get(kept.row.orderId))) rows.set(kept.row.orderId, kept.row)
  return [...rows.values()].sort((a, b) => b.submittedAt - a.submittedAt)
}

/** What another page has sent, withdrawn or stored meanwhile is not this page's any more. */
const isNewer = (kept: PageSubmission, stored: Submission | undefined): boolean =>
  kept.onDevice ? stored !== undefined && stored.state !== 'sent' : stored === undefined

/** One submission, whosever; undefined when there is none. */
export async function submissionIn(store: Store, orderId: string): Promise<Submission | undefined> {
  const stored = await store.table('submissions').get(orderId)
  const kept = pageSubmission(orderId)
  return kept && isNewer(kept, stored) ? kept.row : stored
}

/**
 * Stores the row in place of the one that is there; where the device cannot, this page keeps it, so that sending never
 * needs room. False when it is gone: withdrawn, or its owner signed out and wanted nothing kept. Never rejects.
 */
export async function replaceSubmission(store: Store, row: Submission): Promise<boolean> {
  const kept = pageSubmission(row.orderId)
  const onlyHere = kept !== undefined && !kept.onDevice
  // Without its picture it is of no use to another page: it is stored once the picture has left.
  if (onlyHere && !row.screenshot.uploaded && pagePicture(row.orderId)) {
    keepSubmissionInPage({ ...kept, row })
    return true
  }
  try {
    const stored = await store.transact(['submissions', 'orders'], async () => {
      const there = (await store.table('submissions').get(row.orderId)) !== undefined
      if (!there && !onlyHere) return false
      await store.table('submissions').put(row)
      if (onlyHere) await putOrderOf(store, row.orderId)
      return true
    })
    forgetInPage(row.orderId, { submission: true, ...(onlyHere && { order: true }) })
    return stored
  } catch (error) {
    keepSubmissionInPage({ row, onDevice: !onlyHere, full: isFull(toFailure(error)) })
    return true
  }
}

/**
 * Changes one's own submission as it is at that moment; `to` may answer null for 'leave it'. Where the device takes
 * nothing, this page keeps the change. False when nothing was changed. Rejects when the store cannot be read.
 */
export async function changeSubmission(
  store: Store,
  orderId: string,
  to: (row: Submission) => Submission | null,
): Promise<boolean> {
  const changedHere = async (full: boolean | null): Promise<boolean> => {
    const next = await ownChanged(store, orderId, to)
    const kept = pageSubmission(orderId)
    if (next) keepSubmissionInPage({ row: next, onDevice: kept?.onDevice ?? true, full: full ?? kept?.full ?? false })
    return next !== null
  }
  if (pageSubmission(orderId)?.onDevice === false) return changedHere(null)
  try {
    const changed = await store.transact(['submissions', 'session'], async () => {
      const next = await ownChanged(store, orderId, to)
      if (next) await store.table('submissions').put(next)
      return next !== null
    })
    if (changed) forgetInPage(orderId, { submission: true })
    return changed
  } catch (error) {
    return changedHere(isFull(toFailure(error)))
  }
}

async function ownChanged(
  store: Store,
  orderId: string,
  to: (row: Submission) => Submission | null,
): Promise<Submission | null> {
  const row = await submissionIn(store, orderId)
  return row && row.ownerId === (await ownerIn(store)) ? to(row) : null
}

/** Stores the order of a submission that only this page had. */
export async function putOrderOf(store: Store, orderId: string): Promise<void> {
  const order = pageOrder(orderId)
  if (order) await store.table('orders').put(order)
}
