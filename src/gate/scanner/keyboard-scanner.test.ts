import { expect, it } from 'vitest'
import { isWholeCode } from './scanned-text.ts'
import { wedge, READING_END_MS, MAX_KEY_GAP_MS, MAX_PAUSE_MS } from './keyboard-scanner.ts'

function type(text: string, gap: number, end: string | null = 'Enter') {
  const keys = wedge(isWholeCode)
  let at = 1_000
  for (const key of text) {
    expect(keys.press({ key, at })).toBeNull()
    at += gap
  }
  return end === null ? { keys, at } : keys.press({ key: end, at })
}

it('a scanner that types is read when it ends with Enter or Tab', () => {
  expect(type('MF2:ABC 123', 3)).toBe('MF2:ABC 123')
  expect(type('MF2:ABC 123', MAX_KEY_GAP_MS, 'Tab')).toBe('MF2:ABC 123')
})

it('a scanner that types is read after a pause when it sends no end', () => {
  const { keys, at } = type('7K2QX4MDE', 5, null) as { keys: ReturnType<typeof wedge>; at: number }
  expect(keys.rest(at)).toBeNull()
  expect(keys.rest(at + READING_END_MS)).toBe('7K2QX4MDE')
  expect(keys.rest(at + 10 * READING_END_MS)).toBeNull()
})

it('a scanner that types ignores typing by hand, which is slower', () => {
  expect(type('7K2QX4MDE', MAX_KEY_GAP_MS + 1)).toBeNull()
})

it('a scanner that types ignores a few keys and forgets those before a pause', () => {
  expect(type('abc', 2)).toBeNull()
  const keys = wedge(isWholeCode)
  keys.press({ key: 'x', at: 0 })
  let at = 1_000
  for (const key of 'MF2:ABC') keys.press({ key, at: (at += 2) })
  expect(keys.press({ key: 'Enter', at: at + 2 })).toBe('MF2:ABC')
})

it('a scanner that types does not take Shift for a character', () => {
  const keys = wedge(isWholeCode)
  let at = 0
  for (const key of 'ABCDEF') {
    keys.press({ key: 'Shift', at: (at += 2) })
    keys.press({ key, at: (at += 2) })
  }
  expect(keys.press({ key: 'Enter', at: at + 2 })).toBe('ABCDEF')
})

it('a scanner that types is read whole after a pause within a code, but not within what is none', () => {
  const keys = wedge(isWholeCode)
  let at = 0
  const press = (text: string) => [...text].map((key) => keys.press({ key, at: (at += 2) }))
  press('MF7K2Q')
  expect(keys.rest((at += 300))).toBeNull()
  press('X4MD')
  expect(keys.press({ key: 'Enter', at: at + 2 })).toBe('MF7K2QX4MD')
  press('upi://pay')
  expect(keys.rest(at + MAX_PAUSE_MS)).toBe('upi://pay')
})
