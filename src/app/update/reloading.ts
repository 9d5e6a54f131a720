import { useSyncExternalStore } from 'react'
import { variable, type Value } from '#platform/observable/observable.ts'

export const RELOAD_WITHIN_MS = 20_000

const begun = variable(false)
let timer: ReturnType<typeof setTimeout> | undefined

/** True while this page is about to reload: missing parts of the old version are no error then. */
export const reloading: Value<boolean> = begun

export const useReloading = (): boolean => useSyncExternalStore(reloading.subscribe, reloading.get, reloading.get)

export function noteReload(): void {
  clearTimeout(timer)
  timer = setTimeout(() => begun.set(false), RELOAD_WITHIN_MS)
  begun.set(true)
}

export function reloadPage(): void {
  noteReload()
  location.reload()
}
