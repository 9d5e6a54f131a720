/** Tells a USB or Bluetooth scanner from a person: it types faster than any hand and ends with Enter or Tab. */

/** The longest gap between two characters of a scanner. */
export const MAX_KEY_GAP_MS = 60
/** A scanner that sends no Enter has finished after this pause. */
export const READING_END_MS = 120
const MIN_READING_CHARACTERS = 6
/** More is a key held down. */
const MAX_READING_CHARACTERS = 1024

interface WedgeKey {
  key: string
  at: number
}

export interface Wedge {
  press(key: WedgeKey): string | null
  /** Returns the reading if no key has come until `at`. */
  rest(at: number): string | null
  isReading(): boolean
}

export function wedge(): Wedge {
  let text = ''
  let last = -Infinity

  const take = (): string | null => {
    const read = text
    text = ''
    return read.length >= MIN_READING_CHARACTERS ? read : null
  }

  return {
    press({ key, at }) {
      const quick = at - last <= MAX_KEY_GAP_MS
      if (key === 'Enter' || key === 'Tab') return quick ? take() : ((text = ''), null)
      // Scanners press Shift between characters.
      if (key.length !== 1) return null
      text = quick && text.length < MAX_READING_CHARACTERS ? text + key : key
      last = at
      return null
    },
    rest(at) {
      return text !== '' && at - last >= READING_END_MS ? take() : null
    },
    isReading: () => text.length > 1,
  }
}
