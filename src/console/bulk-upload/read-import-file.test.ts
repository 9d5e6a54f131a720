import { expect, it } from 'vitest'
import { importTemplate } from '#shop/catalogue/import/bulk-import.ts'
import { readImportFile } from './read-import-file.ts'

const file = (name: string, text: string) => ({ name, size: text.length, text: async () => text })
const part = (some: object): object => expect.objectContaining(some)
const marked = `\uFEFF${JSON.stringify(importTemplate)}`
const notJson = expect.stringContaining('The file is not JSON: ')

it.each<[string, Parameters<typeof readImportFile>[0], object]>([
  ['reads one with a byte order mark', file('A.JSON', marked), part({ kind: 'good', concerts: 3 })],
  ['refuses one that is not .json', file('a.csv', '{}'), { kind: 'wrong', why: 'Choose a .json file.' }],
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
  expect(await readImportFile(chosen)).toEqual(read)
})
it('readImportFile reports a file that the browser cannot read', async () => {
  const text = async () => {
    throw new Error('gone')
  }
  expect(await readImportFile({ name: 'a.json', size: 1, text })).toEqual({ kind: 'unreadable' })
})
