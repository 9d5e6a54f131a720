import { useSyncExternalStore } from 'react'
import { makeListeners } from '../hooks/listeners.ts'

/**
 * Open modal dialogs, the topmost last. Everything outside the topmost one is inert: a toast or a live region must
 * stand inside it to be seen, reached and read out.
 */
let open: readonly HTMLElement[] = []
const { subscribe, tell } = makeListeners()

/** Returns the way to take it off again. */
export function addToTopLayer(dialog: HTMLElement): () => void {
  open = [...open, dialog]
  tell()
  return () => {
    open = open.filter((other) => other !== dialog)
    tell()
  }
}

/** The topmost open dialog, else the body. */
export const useTopLayer = (): HTMLElement => useSyncExternalStore(subscribe, () => open.at(-1) ?? document.body)
