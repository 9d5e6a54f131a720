import type { Observable } from './observable.ts'

/** An observable that runs `work` for each subscriber and sends what it resolves to, or the reason why it rejected. */
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
