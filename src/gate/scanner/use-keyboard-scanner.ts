import { useEffect, useRef } from 'react'
import { wedge, WEDGE_END_MS } from './keyboard-scanner.ts'

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.matches('input, textarea, select') || target.isContentEditable)

/**
 * Hears a scanner that types, wherever the focus is, except in a field (there it types into the field). While one is
 * typing, its Enter and spaces press no button.
 */
export function useKeyboardScanner(onRead: (text: string) => void): void {
  const read = useRef(onRead)
  useEffect(() => {
    read.current = onRead
  })
  useEffect(() => {
    const keys = wedge()
    let timer: ReturnType<typeof setTimeout> | undefined
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey || isField(event.target)) return
      if (document.querySelector('dialog[open]')) return
      const reading = keys.isReading()
      const text = keys.press({ key: event.key, at: performance.now() })
      if (reading && (event.key === 'Enter' || event.key === 'Tab' || event.key === ' ')) event.preventDefault()
      clearTimeout(timer)
      if (text !== null) return read.current(text)
      timer = setTimeout(() => {
        const rest = keys.rest(performance.now())
        if (rest !== null) read.current(rest)
      }, WEDGE_END_MS + 5)
    }
    addEventListener('keydown', onKey, { capture: true })
    return () => {
      clearTimeout(timer)
      removeEventListener('keydown', onKey, { capture: true })
    }
  }, [])
}
