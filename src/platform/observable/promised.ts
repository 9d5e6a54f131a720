import type { Observable } from './observable.ts'

/** Runs `work` for each subscriber and sends its value, or the reason why it rejected. */
export function promised<T>(work: () => Promise<T>): Observable<T> {
  return {
    subscribe(next, error) {
      let stopped = false
      work().then(
        (value) => stopped || next(value),
        (reason: unknown) => stopped || error?.(reason),
      )
      return () => {
        stopped = true
      }
    },
  }
}
