import { useSyncExternalStore } from 'react'
import { variable, type Value } from '#platform/observable/observable.ts'

/** A page still here after so long shows what is wrong with it. */
export const RELOAD_WITHIN_MS = 20_000

const begun = variable(false)
let timer: ReturnType<typeof setTimeout> | undefined

/** Whether this page is about to be reloaded: parts of the old version that are missing are no failure then. */
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
