import { afterEach, expect, test, vi } from 'vitest'
import { decodeStatement, rememberedMapping, rememberMapping } from './bank-file.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser's storage, as far as it is used here. */
function storage(): void {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
}

const mapping = {
  date: 2,
  narration: 1,
  reference: null,
  credit: 0,
  debit: null,
  amount: null,
  mark: null,
  balance: null,
}

test('which column is what is remembered for every file with that head, and for no other', () => {
  storage()
  expect(rememberedMapping(['In', 'What', 'When'])).toBeNull()
  rememberMapping(['In', 'What', 'When'], mapping)
  expect(rememberedMapping([' in ', 'WHAT', 'When'])).toEqual(mapping)
  expect(rememberedMapping(['In', 'When', 'What'])).toBeNull()
  rememberMapping(['A', 'B', 'C'], { ...mapping, date: 1, narration: 2 })
  expect(rememberedMapping(['In', 'What', 'When'])).toEqual(mapping)
})

test('a stored mapping of columns that the file has not is not used', () => {
  storage()
  rememberMapping(['In', 'What', 'When'], { ...mapping, date: 7 })
  expect(rememberedMapping(['In', 'What', 'When'])).toBeNull()
})

test('files are read as banks save them; workbooks and PDFs are none', () => {
  const bytes = (...some: number[]) => new Uint8Array(some)
  expect(decodeStatement(new TextEncoder().encode('Date,₹'))).toBe('Date,₹')
  expect(decodeStatement(bytes(0xff, 0xfe, 0x41, 0x00))).toContain('A')
  expect(decodeStatement(bytes(0x41, 0x96, 0x42))).toBe('A–B')
  expect(decodeStatement(new TextEncoder().encode('PK\u0003\u0004rest'))).toBeNull()
  expect(decodeStatement(new TextEncoder().encode('%PDF-1.7'))).toBeNull()
  expect(decodeStatement(bytes(0xd0, 0xcf, 0x11, 0xe0))).toBeNull()
})
