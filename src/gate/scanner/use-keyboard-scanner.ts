import { useListener } from '#ui/hooks/use-listener.ts'
import { wedge, READING_END_MS } from './keyboard-scanner.ts'

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.matches('input, textarea, select') || target.isContentEditable)

/** Keeps a scanner's Enter and spaces from pressing buttons. */
function keyboardReadings(onRead: (text: string) => void): () => void {
  const keys = wedge()
  let timer: ReturnType<typeof setTimeout> | undefined
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey || isField(event.target)) return
    if (document.querySelector('dialog[open]')) return
    const reading = keys.isReading()
    const text = keys.press({ key: event.key, at: performance.now() })
    if (reading && (event.key === 'Enter' || event.key === 'Tab' || event.key === ' ')) event.preventDefault()
    clearTimeout(timer)
    if (text !== null) return onRead(text)
    timer = setTimeout(() => {
      const rest = keys.rest(performance.now())
      if (rest !== null) onRead(rest)
    }, READING_END_MS + 5)
  }
  addEventListener('keydown', onKey, { capture: true })
  return () => {
    clearTimeout(timer)
    removeEventListener('keydown', onKey, { capture: true })
  }
}

/** Calls `onRead` with a USB scanner's reading wherever the focus is, except in a field, which takes the text. */
export const useKeyboardScanner = (onRead: (text: string) => void): void => useListener(keyboardReadings, onRead)
