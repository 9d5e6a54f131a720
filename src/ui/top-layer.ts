import { useSyncExternalStore } from 'react'

/**
 * Open modal dialogs, the topmost last. Everything outside the topmost one is inert: a toast or a live region must
 * stand inside it to be seen, reached and read out.
 */
let open: readonly HTMLElement[] = []
const listeners = new Set<() => void>()

/** Returns the way to take it off again. */
export function addToTopLayer(dialog: HTMLElement): () => void {
  open = [...open, dialog]
  listeners.forEach((listener) => listener())
  return () => {
    open = open.filter((other) => other !== dialog)
    listeners.forEach((listener) => listener())
  }
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The topmost open dialog, else the body. */
export const useTopLayer = (): HTMLElement => useSyncExternalStore(subscribe, () => open.at(-1) ?? document.body)
