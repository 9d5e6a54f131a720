import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useTopLayer } from './controls/top-layer.ts'
import { makeListeners } from './hooks/listeners.ts'

let current = { text: '', turn: 0 }
const { subscribe, tell } = makeListeners()
/** Says a sentence to people who cannot see the change, when the reader is free. The same text twice is said twice. */
export function announce(text: string): void {
  current = { text, turn: current.turn + 1 }
  tell()
}

/** The live region; the app mounts one. Two lines in turn, because an unchanged line is not read again. */
export function Announcer() {
  const { text, turn } = useSyncExternalStore(subscribe, () => current)
  return createPortal(
    <div className="sr-only" aria-live="polite" data-announcer="">
      <p>{turn % 2 === 0 ? text : ''}</p>
      <p>{turn % 2 === 1 ? text : ''}</p>
    </div>,
    useTopLayer(),
  )
}
