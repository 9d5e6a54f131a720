import { describe, expect, it } from 'vitest'
import { importTemplate } from '#shop/catalogue/import/bulk-import.ts'
import { readImportFile } from './read-import-file.ts'

const file = (name: string, text: string) => ({ name, size: text.length, text: async () => text })

describe('a chosen file', () => {
  it('is read when it is a file of concerts, whatever mark an editor put before it', async () => {
    expect(await readImportFile(file('A.JSON', `\uFEFF${JSON.stringify(importTemplate)}`))).toMatchObject({
      kind: 'good',
      concerts: 2,
    })
  })
  it('must be .json', async () => {
    expect(await readImportFile(file('a.csv', '{}'))).toEqual({ kind: 'wrong', why: 'Choose a .json file.' })
  })
  it('has a largest size', async () => {
    expect(await readImportFile({ ...file('a.json', '{}'), size: 5 * 1024 * 1024 + 1 })).toMatchObject({
      kind: 'wrong',
    })
  })
  it('says where it stops being JSON', async () => {
    expect(await readImportFile(file('a.json', '{"Arijit": '))).toMatchObject({
      kind: 'wrong',
      why: expect.stringContaining('The file is not JSON: '),
    })
  })
  it('lists its problems', async () => {
    expect(await readImportFile(file('a.json', '{"Arijit": {}}'))).toEqual({
      kind: 'problems',
      problems: ['Arijit: no city'],
    })
  })
  it('may be unreadable', async () => {
    const text = async () => {
      throw new Error('gone')
    }
    expect(await readImportFile({ name: 'a.json', size: 1, text })).toEqual({ kind: 'unreadable' })
  })
})
