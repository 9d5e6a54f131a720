import { useSyncExternalStore } from 'react'
import { variable } from '#platform/observable/observable.ts'

/**
 * Open modal dialogs, the topmost last. Everything outside the topmost one is inert: a toast or a live region must
 * stand inside it to be seen, reached and read out.
 */
const open = variable<readonly HTMLElement[]>([])

/** Returns the way to take it off again. */
export function addToTopLayer(dialog: HTMLElement): () => void {
  open.set([...open.get(), dialog])
  return () => open.set(open.get().filter((other) => other !== dialog))
}

/** The topmost open dialog, else the body. */
export const useTopLayer = (): HTMLElement =>
  useSyncExternalStore(open.subscribe, () => open.get().at(-1) ?? document.body)
