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

/** Only its holder sends, across tabs and worker. */
export const OUTBOX_LOCK = 'mehfil.outbox'

/** Returns the signed-in person's submissions, newest first, including those that only this page keeps. */
export async function ownSubmissions(store: Store): Promise<Submission[]> {
  const ownerId = await ownerIn(store)
  if (ownerId === null) return []
  const rows = new Map((await store.table('submissions').where('ownerId', [ownerId])).map((row) => [row.orderId, row]))
  for (const kept of pageSubmissions())
    if (kept.row.ownerId === ownerId && isNewer(kept, rows.get(kept.row.orderId))) rows.set(kept.row.orderId, kept.row)
  return [...rows.values()].sort((a, b) => b.submittedAt - a.submittedAt)
}

// A page's row is outdated once another page has sent, deleted or stored it.
const isNewer = (kept: PageSubmission, stored: Submission | undefined): boolean =>
  kept.onDevice ? stored !== undefined && stored.state !== 'sent' : stored === undefined

/** Returns a submission of any owner. */
export async function submissionIn(store: Store, orderId: string): Promise<Submission | undefined> {
  const stored = await store.table('submissions').get(orderId)
  const kept = pageSubmission(orderId)
  return kept && isNewer(kept, stored) ? kept.row : stored
}

/** Saves the row, in the page if the device cannot. False when it was withdrawn or deleted. Never rejects. */
export async function replaceSubmission(store: Store, row: Submission): Promise<boolean> {
  const kept = pageSubmission(row.orderId)
  const onlyHere = kept !== undefined && !kept.onDevice
  // Useless to another page without its picture: save it after the upload.
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

/** Changes one's own submission, in the page if the device cannot. False when unchanged; rejects if unreadable. */
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

export async function putOrderOf(store: Store, orderId: string): Promise<void> {
  const order = pageOrder(orderId)
  if (order) await store.table('orders').put(order)
}
