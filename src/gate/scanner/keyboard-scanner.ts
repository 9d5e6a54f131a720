/** Tells a USB or Bluetooth scanner from a person: it types faster than any hand and ends with Enter or Tab. */

/** The longest gap between two characters of a scanner. */
export const MAX_KEY_GAP_MS = 60
/** A scanner that sends no Enter has finished a whole code after this pause. */
export const READING_END_MS = 120
/** A scanner that stops within a code for longer has lost the rest. */
export const MAX_PAUSE_MS = 1_000
const MIN_READING_CHARACTERS = 6
/** More is a key held down. */
const MAX_READING_CHARACTERS = 1024

interface WedgeKey {
  key: string
  /** The key's place on the keyboard, whatever its layout: `KeyA`. */
  code?: string
  shift?: boolean
  /** Milliseconds, when it was pressed: `timeStamp` of its event. */
  at: number
}

export interface Wedge {
  /** Returns the reading that this key ends, or comes after. */
  press(key: WedgeKey): string | null
  /** Returns the reading if no key was pressed until `at` and no more is expected. */
  rest(at: number): string | null
  isReading(): boolean
}

const shifted: Record<string, string> = {
  Digit4: '$',
  Digit5: '%',
  Digit8: '*',
  Equal: '+',
  Semicolon: ':',
}
const plain: Record<string, string> = {
  Space: ' ',
  Minus: '-',
  Period: '.',
  Slash: '/',
  NumpadAdd: '+',
  NumpadSubtract: '-',
  NumpadMultiply: '*',
  NumpadDivide: '/',
  NumpadDecimal: '.',
}

/** The capital, digit or sign of a code that this key has on the US layout; null for another key. */
function usSign({ code = '', shift = false }: WedgeKey): string | null {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter) return letter
  if (shift) return shifted[code] ?? null
  return /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1] ?? plain[code] ?? null
}

/**
 * Collects the keys of a reading. `isWhole` says whether a text is a code: a pause within one does not cut it. Reads keys
 * by the US layout where their text is no code: a computer set to Hindi types other letters for the same keys.
 */
export function wedge(isWhole: (text: string) => boolean): Wedge {
  let keys: WedgeKey[] = []
  let last = -Infinity

  const textOf = (): string => {
    const text = keys.map(({ key }) => (key.length === 1 ? key : '')).join('')
    if (isWhole(text)) return text
    const byPlace = keys.map((key) => usSign(key) ?? key.key).join('')
    // oxlint-disable-next-line no-control-regex -- ASCII is what a US layout types
    return isWhole(byPlace) || /[^\u0000-\u007f]/.test(text) ? byPlace : text
  }
  const take = (): string | null => {
    const read = keys.length >= MIN_READING_CHARACTERS ? textOf() : null
    keys = []
    return read
  }
  const goesOn = (at: number): boolean =>
    at - last <= MAX_KEY_GAP_MS ||
    (at - last <= MAX_PAUSE_MS && keys.length >= MIN_READING_CHARACTERS && !isWhole(textOf()))
  const isOver = (at: number): boolean => {
    if (keys.length === 0 || at - last < READING_END_MS) return false
    return at - last >= MAX_PAUSE_MS || keys.length < MIN_READING_CHARACTERS || isWhole(textOf())
  }

  return {
    press(pressed) {
      const { key, at } = pressed
      const isSame = goesOn(at)
      if (key === 'Enter' || key === 'Tab') return isSame ? take() : ((keys = []), null)
      // Scanners press Shift between characters.
      if (key.length !== 1 && usSign(pressed) === null) return null
      // The one before was whole, and the page was too busy to say so.
      const before = isSame ? null : take()
      if (isSame && keys.length < MAX_READING_CHARACTERS) keys.push(pressed)
      else keys = [pressed]
      last = at
      return before
    },
    rest: (at) => (isOver(at) ? take() : null),
    isReading: () => keys.length > 1,
  }
}
