import { useSyncExternalStore } from 'react'
import { variable } from '#platform/observable/observable.ts'

/** Open modal dialogs, topmost last. All else is inert: toasts and live regions must be inside the topmost one. */
const open = variable<readonly HTMLElement[]>([])

export function addToTopLayer(dialog: HTMLElement): () => void {
  open.set([...open.get(), dialog])
  return () => open.set(open.get().filter((other) => other !== dialog))
}

export const useTopLayer = (): HTMLElement =>
  useSyncExternalStore(open.subscribe, () => open.get().at(-1) ?? document.body)
