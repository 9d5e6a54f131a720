import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { variable } from '#platform/observable/observable.ts'
import { useTopLayer } from './controls/top-layer.ts'

const said = variable({ text: '', turn: 0 })

export const announce = (text: string): void => said.set({ text, turn: said.get().turn + 1 })

/** Speaks to screen readers. Two lines take turns, because they do not repeat an unchanged line. */
export function Announcer() {
  const { text, turn } = useSyncExternalStore(said.subscribe, said.get)
  return createPortal(
    <div className="sr-only" aria-live="polite" data-announcer="">
      <p>{turn % 2 === 0 ? text : ''}</p>
      <p>{turn % 2 === 1 ? text : ''}</p>
    </div>,
    useTopLayer(),
  )
}
