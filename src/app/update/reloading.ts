import { useSyncExternalStore } from 'react'
import { variable, type Value } from '#platform/observable/observable.ts'

/** A page that is still here this many milliseconds after a reload was begun says what is wrong with it after all. */
export const RELOAD_WITHIN_MS = 20_000

const begun = variable(false)
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Whether this page is about to be loaded again with another version. Parts of the one that runs may be gone by then:
 * that is no failure to report.
 */
export const reloading: Value<boolean> = begun

export const useReloading = (): boolean => useSyncExternalStore(reloading.subscribe, reloading.get, reloading.get)

/** Call it before the page is loaded again. */
export function noteReload(): void {
  clearTimeout(timer)
  timer = setTimeout(() => begun.set(false), RELOAD_WITHIN_MS)
  begun.set(true)
}

export function reloadPage(): void {
  noteReload()
  location.reload()
}
