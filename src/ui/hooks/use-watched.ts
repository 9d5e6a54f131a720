import { useMemo, useSyncExternalStore, type DependencyList } from 'react'
import type { Observable, Value } from '#platform/observable/observable.ts'

export interface Watched<T> {
  /** undefined until the first value for these deps has arrived. */
  value: T | undefined
  error: unknown
}

/**
 * The value that `make()` sends, afresh when `deps` change; never the value of earlier deps. An error keeps the last
 * value.
 */
export function useWatched<T>(make: () => Observable<T>, deps: DependencyList): Watched<T> {
  // The caller's deps say when `make` means something else.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const watched = useMemo(() => remember(make()), deps)
  return useSyncExternalStore(watched.subscribe, watched.get, watched.get)
}

function remember<T>(observable: Observable<T>): Value<Watched<T>> {
  let last: Watched<T> = { value: undefined, error: undefined }
  return {
    get: () => last,
    subscribe(next) {
      const put = (now: Watched<T>): void => {
        last = now
        next(last)
      }
      return observable.subscribe(
        (value) => put({ value, error: undefined }),
        (error) => put({ value: last.value, error }),
      )
    },
  }
}
