import type { Submission } from './submission.ts'
import { pageSubmission, watchWithPage } from '../page-rows.store.ts'
import { ownSubmissions } from './submission-rows.store.ts'
import { watchProgress } from '#shop/pictures/upload-parts.store.ts'
import type { Observable } from '#platform/observable/observable.ts'

/** Emits the signed-in person's submissions, newest first, with upload progress. */
export function watchSubmissions(): Observable<Submission[]> {
  const rows = watchWithPage(async (store) => ownSubmissions(store))
  return {
    subscribe(next, error) {
      let latest: Submission[] | undefined
      let parts: ReadonlyMap<string, number> = new Map()
      const emit = () =>
        latest &&
        next(
          latest.map((row) => {
            const progress = row.state === 'sending' ? parts.get(row.orderId) : undefined
            const kept = pageSubmission(row.orderId)
            return {
              ...row,
              ...(progress !== undefined && { progress }),
              ...(kept && { unkept: { onDevice: kept.onDevice, full: kept.full } }),
            }
          }),
        )
      const stopRows = rows.subscribe((found) => {
        latest = found
        emit()
      }, error)
      const stopParts = watchProgress((found) => {
        parts = found
        emit()
      })
      return () => {
        stopRows()
        stopParts()
      }
    },
  }
}
