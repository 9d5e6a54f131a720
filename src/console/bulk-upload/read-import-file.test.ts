import { describe, expect, it } from 'vitest'
import { importTemplate } from '#shop/catalogue/import/bulk-import.ts'
import { readImportFile } from './read-import-file.ts'

const file = (name: string, text: string) => ({ name, size: text.length, text: async () => text })

describe('readImportFile', () => {
  it('reads a file of concerts with or without a byte order mark', async () => {
    expect(await readImportFile(file('A.JSON', `\uFEFF${JSON.stringify(importTemplate)}`))).toMatchObject({
      kind: 'good',
      concerts: 2,
    })
  })
  it('refuses a file that is not .json', async () => {
    expect(await readImportFile(file('a.csv', '{}'))).toEqual({ kind: 'wrong', why: 'Choose a .json file.' })
  })
  it('refuses a file that is too large', async () => {
    expect(await readImportFile({ ...file('a.json', '{}'), size: 5 * 1024 * 1024 + 1 })).toMatchObject({
      kind: 'wrong',
    })
  })
  it('says where the JSON is invalid', async () => {
    expect(await readImportFile(file('a.json', '{"Arijit": '))).toMatchObject({
      kind: 'wrong',
      why: expect.stringContaining('The file is not JSON: '),
    })
  })
  it('lists the problems of a file', async () => {
    expect(await readImportFile(file('a.json', '{"Arijit": {}}'))).toEqual({
      kind: 'problems',
      problems: ['Arijit: no city'],
    })
  })
  it('reports a file that the browser cannot read', async () => {
    const text = async () => {
      throw new Error('gone')
    }
    expect(await readImportFile({ name: 'a.json', size: 1, text })).toEqual({ kind: 'unreadable' })
  })
})
