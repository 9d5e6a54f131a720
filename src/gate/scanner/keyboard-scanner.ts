/**
 * USB and Bluetooth scanners type what they read, faster than any hand, and end with Enter or Tab. Keys that come slower
 * belong to somebody typing and are none of ours.
 */

/** Between two characters of a scanner at most this many milliseconds. */
export const WEDGE_GAP_MS = 60
/** A scanner that sends no end is taken to have finished after this many milliseconds. */
export const WEDGE_END_MS = 120
/** Shorter than this nothing is a reading. */
const MIN_READING_CHARACTERS = 6
/** Longer than this nothing is: somebody leans on a key. */
const MAX_READING_CHARACTERS = 1024

interface WedgeKey {
  key: string
  /** Milliseconds. */
  at: number
}

export interface Wedge {
  /** Takes a key; answers what has been read when this key ends it. */
  press(key: WedgeKey): string | null
  /** Answers what has been read when the keys have stopped by `at`. */
  rest(at: number): string | null
  /** Whether keys are coming in at a scanner's pace. */
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
      const quick = at - last <= WEDGE_GAP_MS
      if (key === 'Enter' || key === 'Tab') return quick ? take() : ((text = ''), null)
      // Shift and the like come between the characters of a scanner.
      if (key.length !== 1) return null
      text = quick && text.length < MAX_READING_CHARACTERS ? text + key : key
      last = at
      return null
    },
    rest(at) {
      return text !== '' && at - last >= WEDGE_END_MS ? take() : null
    },
    isReading: () => text.length > 1,
  }
}
