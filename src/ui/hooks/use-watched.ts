import { useMemo, useSyncExternalStore, type DependencyList } from 'react'
import type { Observable, Value } from '#platform/observable/observable.ts'

export interface Watched<T> {
  value: T | undefined
  error: unknown
}

/**
 * Returns the last value of `make()` for these `deps`, never of earlier ones; undefined before the first. Errors keep
 * it.
 */
export function useWatched<T>(make: () => Observable<T>, deps: DependencyList): Watched<T> {
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- The caller's deps say when `make` changes.
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
