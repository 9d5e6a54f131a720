import { wedge, READING_END_MS } from './keyboard-scanner.ts'

/** A timer that comes later than this says that the page was busy. */
const MAX_TIMER_DELAY_MS = 30

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.matches('input, textarea, select') || target.isContentEditable)

/**
 * Calls `onRead` with a USB scanner's reading wherever the focus is, except in a field, which takes the text. Keeps the
 * scanner's Enter and spaces from pressing buttons. A busy page handles keys late, so they count by when they were pressed.
 */
export function keyboardReadings(onRead: (text: string) => void): () => void {
  const keys = wedge()
  let timer: ReturnType<typeof setTimeout> | undefined
  const waitForTheEnd = (repeated = false): void => {
    const due = performance.now() + READING_END_MS + 5
    timer = setTimeout(() => {
      // The rest of the reading may be among the events that wait.
      if (!repeated && performance.now() - due > MAX_TIMER_DELAY_MS) return waitForTheEnd(true)
      const rest = keys.rest(performance.now())
      if (rest !== null) onRead(rest)
    }, READING_END_MS + 5)
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey || isField(event.target)) return
    if (document.querySelector('dialog[open]')) return
    const reading = keys.isReading()
    const text = keys.press({ key: event.key, at: event.timeStamp })
    if (reading && (event.key === 'Enter' || event.key === 'Tab' || event.key === ' ')) event.preventDefault()
    clearTimeout(timer)
    if (text === null) waitForTheEnd()
    else onRead(text)
  }
  addEventListener('keydown', onKey, { capture: true })
  return () => {
    clearTimeout(timer)
    removeEventListener('keydown', onKey, { capture: true })
  }
}
