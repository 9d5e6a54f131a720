import { READING_END_MS, wedge } from './keyboard-scanner.ts'
import { isWholeCode } from './scanned-text.ts'

/** A timer that comes later than this says that the page was busy. */
const MAX_TIMER_DELAY_MS = 30
const CONFIRM_MS = 30
/** After so many late timers in a row the page is always busy, and its timers count. */
const MAX_LATE_TIMERS = 20
/** Two characters as Alt codes. */
const MIN_ALT_KEYS = 8
const ALT_AGAIN_MS = 10_000

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.matches('input, textarea, select') || target.isContentEditable)

const isElsewhere = (event: KeyboardEvent): boolean =>
  isField(event.target) || document.querySelector('dialog[open]') !== null

/**
 * Calls `onRead` with a USB scanner's reading wherever the focus is, except in a field, which takes the text. Keeps the
 * scanner's Enter and spaces from pressing buttons. A busy page handles keys late, so they count by when they were pressed.
 */
export function keyboardReadings(onRead: (text: string) => void): () => void {
  const keys = wedge(isWholeCode)
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = (ms: number, then: (isLate: boolean) => void): void => {
    const due = performance.now() + ms
    timer = setTimeout(() => then(performance.now() - due > MAX_TIMER_DELAY_MS), ms)
  }
  const waitForTheEnd = (late = 0): void =>
    wait(READING_END_MS + 5, () =>
      // After a pause of the page the rest of the reading may be among the events that wait: it comes before this timer.
      wait(CONFIRM_MS, (isLate) => {
        if (isLate && late < MAX_LATE_TIMERS) return waitForTheEnd(late + 1)
        const rest = keys.rest(performance.now())
        if (rest !== null) onRead(rest)
        else if (keys.isReading()) waitForTheEnd()
      }),
    )
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey || isElsewhere(event)) return
    const reading = keys.isReading()
    const { key, code, shiftKey: shift, timeStamp: at } = event
    const text = keys.press({ key, code, shift, at })
    if (reading && (key === 'Enter' || key === 'Tab' || key === ' ')) event.preventDefault()
    clearTimeout(timer)
    if (text !== null) onRead(text)
    if (keys.isReading()) waitForTheEnd()
  }
  addEventListener('keydown', onKey, { capture: true })
  return () => {
    clearTimeout(timer)
    removeEventListener('keydown', onKey, { capture: true })
  }
}

/** Calls `onAltCodes`, every ten seconds at most, when a scanner types Alt codes: a page sees no characters of them. */
export function altCodes(onAltCodes: (keys: number) => void): () => void {
  let pressed: number[] = []
  let said = -Infinity
  const onKey = ({ altKey, code, timeStamp }: KeyboardEvent): void => {
    if (!altKey || !/^Numpad\d$/.test(code)) return
    pressed = [...pressed.filter((at) => timeStamp - at <= 1_000), timeStamp]
    if (pressed.length < MIN_ALT_KEYS || timeStamp - said < ALT_AGAIN_MS) return
    said = timeStamp
    onAltCodes(pressed.length)
  }
  addEventListener('keydown', onKey, { capture: true })
  return () => removeEventListener('keydown', onKey, { capture: true })
}
