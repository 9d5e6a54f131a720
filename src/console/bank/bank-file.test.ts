import { afterEach, expect, test, vi } from 'vitest'
import { decodeStatement, fileKind, forgetMapping, rememberedMapping, rememberMapping } from './bank-file.ts'

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

test('what was chosen for a head can be forgotten', () => {
  storage()
  rememberMapping(['In', 'What', 'When'], mapping)
  rememberMapping(['A', 'B', 'C'], mapping)
  forgetMapping([' in ', 'WHAT', 'When'])
  expect(rememberedMapping(['In', 'What', 'When'])).toBeNull()
  expect(rememberedMapping(['A', 'B', 'C'])).toEqual(mapping)
})

test('text is read as banks save it', () => {
  const bytes = (...some: number[]) => new Uint8Array(some)
  expect(decodeStatement(new TextEncoder().encode('Date,₹'))).toBe('Date,₹')
  expect(decodeStatement(bytes(0xff, 0xfe, 0x41, 0x00))).toContain('A')
  expect(decodeStatement(bytes(0x41, 0x96, 0x42))).toBe('A–B')
})

test.each([
  ['Date,Narration', 'text'],
  ['PK\u0003\u0004rest', 'workbook'],
  ['\u00d0\u00cf\u0011\u00e0\u00a1', 'old workbook'],
  ['%PDF-1.7', 'pdf'],
  ['\r\n<html><body><table>', 'web page'],
  ['<?xml version="1.0"?><Workbook>', 'web page'],
])('%j is a %s', (begin, kind) => {
  expect(fileKind(Uint8Array.from(begin, (sign) => sign.charCodeAt(0)))).toBe(kind)
})
