import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { variable } from '#platform/observable/observable.ts'
import { useTopLayer } from './controls/top-layer.ts'

const said = variable({ text: '', turn: 0 })

/** Says a sentence to people who cannot see the change, when the reader is free. The same text twice is said twice. */
export const announce = (text: string): void => said.set({ text, turn: said.get().turn + 1 })

/** The live region; the app mounts one. Two lines in turn, because an unchanged line is not read again. */
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
