import { expect, test } from 'vitest'
import { CSV_BOM, csvCell, csvFile, readCsv } from './csv.ts'

test('writes plain text and numbers unchanged', () => {
  expect(csvCell('Asha Rao')).toBe('Asha Rao')
  expect(csvCell(4690.82)).toBe('4690.82')
  expect(csvCell(-12)).toBe('-12')
  expect(csvCell(0)).toBe('0')
  expect(csvCell(null)).toBe('')
  expect(csvCell('')).toBe('')
  expect(csvCell(Number.NaN)).toBe('')
})

test('writes digits that a spreadsheet would change as text', () => {
  for (const text of ['412345678901', '004123456789', '0123', '0000412345678901', '12E5']) {
    expect(csvCell(text)).toBe(`"=""${text}"""`)
    expect(readCsv(csvFile(['UTR'], [[text]]))[1]).toEqual([text])
  }
  for (const text of ['560001', '4123 4567 8901', 'MF412345678901', '0']) expect(csvCell(text)).toBe(text)
  expect(csvCell(412345678901)).toBe('412345678901')
})

test('keeps what a spreadsheet would read as a date, a time or a truth', () => {
  const changed = ['DEC25', 'MAR2027', 'SEPT10', 'JAN26', 'jan 26', 'June-7', 'AUGUST1', '25DEC', '1 Jan 2027', '26-jan', 'Dec 5, 2027', '3/4', '6-9', '1/2/2027', '12-2026', '10:30', '9:5', '10:30:15', '10:30 pm', '9 am', '9 p', 'TRUE', 'False', '1 1/2', ' DEC25'] // prettier-ignore
  for (const text of changed) {
    expect(csvCell(text), text).toBe(`"=""${text}"""`)
    expect(readCsv(csvFile(['Code'], [[text]]))[1]).toEqual([text])
  }
  // Times that this shop writes itself stay times.
  const same = ['2026-12-05', '2026-12-05 19:30', 'DECEMBER', 'DEC25A', 'XDEC25', 'MAYA25', 'JUNIPER', '3/4 left', 'A-1', '10:30 show', '9am show', 'TRUEST', '1.50'] // prettier-ignore
  for (const text of same) expect(csvCell(text), text).toBe(text)
})

test('quotes separators, quotes and line breaks', () => {
  expect(csvCell('Rao, Asha')).toBe('"Rao, Asha"')
  expect(csvCell('the "best"; seats')).toBe('"the ""best""; seats"')
  expect(csvCell('one\ntwo')).toBe('"one\ntwo"')
  expect(csvCell(' padded ')).toBe('" padded "')
})

test('disarms text that would become a formula', () => {
  const dangerous = [
    '=1+1',
    '+91 98200 00000',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '  =1',
    '\u00a0=1',
    '\ufeff=1',
    '\u200b=1',
    '＝1',
    '＋1',
    '－1',
    '＠A',
    '\u0000=1',
    '=HYPERLINK("http://x","y")',
    "=cmd|' /C calc'!A0",
  ]
  for (const text of dangerous) {
    const [cell] = readCsv(csvCell(text))[0]!
    expect(cell, JSON.stringify(text)).toMatch(/^'/)
  }
  // A sign inside is harmless, and so is a cell that only other locales would split.
  expect(csvCell('a=b')).toBe('a=b')
  expect(csvCell('a;=1+1')).toBe('"a;=1+1"')
})

test('writes a byte order mark, a head and a line end after each row', () => {
  expect(
    csvFile(
      ['Name', 'Amount'],
      [
        ['Asha', 10],
        [null, 2.5],
      ],
    ),
  ).toBe(`${CSV_BOM}Name,Amount\r\nAsha,10\r\n,2.5\r\n`)
})

test('reads back what it wrote', () => {
  const rows = [
    ['plain', 'with, comma', 'with "quotes"'],
    ['two\r\nlines', 'ü – ₹', 'x;y|z\tw'],
    ['', 'b', ''],
  ]
  expect(readCsv(csvFile(['A', 'B', 'C'], rows))).toEqual([['A', 'B', 'C'], ...rows])
})

test('reads files of other programs', () => {
  expect(readCsv('a;b\nc;d,e\n')).toEqual([['a', 'b'], ['c', 'd,e']]) // prettier-ignore
  expect(readCsv('a\tb\r\nc\td')).toEqual([['a', 'b'], ['c', 'd']]) // prettier-ignore
  expect(readCsv('a,b\rc,d\r')).toEqual([['a', 'b'], ['c', 'd']]) // prettier-ignore
  expect(readCsv('a, "b, c" ,d')).toEqual([['a', 'b, c ', 'd']])
  expect(readCsv('say "hi",b')).toEqual([['say "hi"', 'b']])
  expect(readCsv('a,b\n\n , \nc,d')).toEqual([['a', 'b'], ['c', 'd']]) // prettier-ignore
  expect(readCsv('')).toEqual([])
  expect(readCsv('"never closed,1\n2')).toEqual([['never closed,1\n2']])
})
