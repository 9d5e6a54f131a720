import { expect, it } from 'vitest'
import { importTemplate } from '#shop/catalogue/import/bulk-import.ts'
import { readSheets } from '../kit/sheet/read-sheets.ts'
import { whyRefused } from '../kit/sheet/sheet-words.ts'
import { readImportFile } from './import-shape.tsx'

const file = (name: string, text: string) => ({
  name,
  size: text.length,
  text: async () => text,
  arrayBuffer: async () => new TextEncoder().encode(text).buffer,
})
const inPlace = (bytes: ArrayBuffer) => readSheets(new Uint8Array(bytes))
const part = (some: object): object => expect.objectContaining(some)
const marked = `\uFEFF${JSON.stringify(importTemplate)}`
const notJson = expect.stringContaining('The file is not JSON: ')

it.each<[string, Parameters<typeof readImportFile>[0], object]>([
  ['reads one with a byte order mark', file('A.JSON', marked), part({ kind: 'good', concerts: 3 })],
  [
    'reads a spreadsheet',
    file('a.csv', 'City;Price\nPune;9'),
    { kind: 'sheets', sheets: [part({ rows: [part({ cells: ['City', 'Price'] }), part({ cells: ['Pune', '9'] })] })] },
  ],
  ['refuses another kind of file', file('a.pdf', '%PDF-1.7'), part({ kind: 'wrong', why: whyRefused.pdf })],
  ['refuses one that is too large', { ...file('a.json', '{}'), size: 5 * 1024 * 1024 + 1 }, part({ kind: 'wrong' })],
  ['says where the JSON is invalid', file('a.json', '{"Arijit": '), part({ kind: 'wrong', why: notJson })],
  [
    'names both places of what is listed twice',
    file(
      'a.json',
      '{\n  "Asha Rao": {\n    "Mumbai": { "venue": "NCPA" },\n    "Mumbai": { "venue": "NCPA", "venue": "x" }\n  }\n}',
    ),
    {
      kind: 'problems',
      problems: ['Asha Rao/Mumbai is listed twice: lines 3 and 4', 'Asha Rao/Mumbai/venue is listed twice: in line 4'],
    },
  ],
  ['lists its problems', file('a.json', '{"Arijit": {}}'), { kind: 'problems', problems: ['Arijit: no city'] }],
])('readImportFile: %s', async (_, chosen, read) => {
  expect(await readImportFile(chosen, inPlace)).toEqual(read)
})
it('readImportFile reports a file that the browser cannot read', async () => {
  const text = async () => {
    throw new Error('gone')
  }
  expect(await readImportFile({ ...file('a.json', '{}'), text })).toEqual({ kind: 'unreadable' })
})
