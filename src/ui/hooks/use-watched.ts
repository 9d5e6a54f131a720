import { useEffect, useState } from 'react'
import type { DependencyList } from 'react'

/** Something whose value arrives now and again whenever it changes (shop/device/observable has the same shape). */
export interface Watchable<T> {
  subscribe(next: (value: T) => void, error?: (reason: unknown) => void): () => void
}

export interface Watched<T> {
  /** undefined until the first value for these deps has arrived. */
  value: T | undefined
  error: unknown
}

interface Seen<T> extends Watched<T> {
  deps: DependencyList
}

const nothing: Watched<never> = { value: undefined, error: undefined }
const same = (a: DependencyList, b: DependencyList): boolean =>
  a.length === b.length && a.every((item, i) => Object.is(item, b[i]))

/** Subscribes while mounted, and afresh when `deps` change; never shows the value of earlier deps. */
export function useWatched<T>(make: () => Watchable<T>, deps: DependencyList): Watched<T> {
  const [seen, setSeen] = useState<Seen<T> | null>(null)
  useEffect(
    () =>
      make().subscribe(
        (value) => setSeen({ deps, value, error: undefined }),
        (error) => setSeen((last) => ({ deps, value: last && same(last.deps, deps) ? last.value : undefined, error })),
      ),
    // The caller's deps say when `make` means something else.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    deps,
  )
  return seen && same(seen.deps, deps) ? seen : nothing
}
