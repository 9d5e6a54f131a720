import { useSyncExternalStore } from 'react'
import { makeListeners } from '#ui/hooks/listeners.ts'

/** After this long without having been loaded again, a page says what is wrong with it after all, in milliseconds. */
export const RENEWAL_MS = 20_000

/** Runs while the page is about to be loaded again. */
let patience: ReturnType<typeof setTimeout> | undefined
const { subscribe, tell } = makeListeners()

/**
 * The page is about to be loaded again with another version. Parts of the one that runs may be gone already: until then
 * that is no fault that anybody has to read of.
 */
export function renewalBegins(): void {
  clearTimeout(patience)
  patience = setTimeout(() => {
    patience = undefined
    tell()
  }, RENEWAL_MS)
  tell()
}

export const isRenewing = (): boolean => patience !== undefined

/** @internal For tests: the product uses the hook. */
export const onRenewal = subscribe

export const useRenewal = (): boolean => useSyncExternalStore(subscribe, isRenewing, isRenewing)
