import { useSyncExternalStore } from 'react'
import { variable } from '#platform/observable/observable.ts'

/** Open modal dialogs, the topmost last. All else is inert: a toast or live region must be inside the topmost one. */
const open = variable<readonly HTMLElement[]>([])

/** Returns the way to remove it. */
export function addToTopLayer(dialog: HTMLElement): () => void {
  open.set([...open.get(), dialog])
  return () => open.set(open.get().filter((other) => other !== dialog))
}

export const useTopLayer = (): HTMLElement =>
  useSyncExternalStore(open.subscribe, () => open.get().at(-1) ?? document.body)
