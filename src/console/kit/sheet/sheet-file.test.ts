import { expect, test } from 'vitest'
import { decodeText, fileKind } from './read-sheets.ts'

test('decodes UTF-8, UTF-16 and windows-1252', () => {
  const bytes = (...some: number[]) => new Uint8Array(some)
  expect(decodeText(new TextEncoder().encode('Date,₹'))).toBe('Date,₹')
  expect(decodeText(bytes(0xff, 0xfe, 0x41, 0x00))).toContain('A')
  expect(decodeText(bytes(0x41, 0x96, 0x42))).toBe('A–B')
})

test.each([
  ['Date,Narration', 'text'],
  ['PK\u0003\u0004rest', 'workbook'],
  ['\u00d0\u00cf\u0011\u00e0\u00a1', 'old workbook'],
  ['%PDF-1.7', 'pdf'],
  ['\r\n<html><body><table>', 'web page'],
  ['<?xml version="1.0"?><Workbook>', 'web page'],
])('detects %j as %s', (begin, kind) => {
  expect(fileKind(Uint8Array.from(begin, (sign) => sign.charCodeAt(0)))).toBe(kind)
})
