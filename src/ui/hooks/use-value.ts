import { useSyncExternalStore } from 'react'
import type { Value } from '#platform/observable/observable.ts'

/** Returns a value that is known at once, and draws again at each change. */
export const useValue = <T>({ subscribe, get }: Value<T>): T => useSyncExternalStore(subscribe, get, get)
