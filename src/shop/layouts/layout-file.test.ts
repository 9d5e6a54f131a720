import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { LayoutData } from '#shop/catalogue/catalogue.ts'
import { newLayout } from './layout-draft.ts'
import { checkLayout, LAYOUT_FORMAT, readLayoutFile, writeLayoutFile } from './layout-file.ts'

const row = { label: 'A', seats: [1, null, 2], blocked: [1], wheelchair: [2] }
const section = { code: 'STAL', name: 'Stalls "front"', rows: [row] }
const hall: LayoutData = { stage: 'bottom', sections: [section] }
const withRow = (change: object) => ({ ...hall, sections: [{ ...section, rows: [{ ...row, ...change }] }] })
const docs = (name: string): string => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8')

describe('a layout file', () => {
  it('reads back as it was written', () => {
    for (const data of [hall, newLayout()]) {
      const read = readLayoutFile(writeLayoutFile('Hall @row0@', 'Two\nlines', data))
      expect(read).toEqual({
        ok: true,
        file: { format: LAYOUT_FORMAT, name: 'Hall @row0@', description: 'Two\nlines', ...data },
      })
    }
  })
  it('says where the stage is drawn, whatever word the database has for it', () => {
    const read = readLayoutFile(writeLayoutFile('Hall', '', { ...hall, stage: 'Stage' }))
    expect(read).toMatchObject({ ok: true, file: { stage: 'top' } })
  })
  it('may have a byte order mark and unknown keys', () => {
    const text = JSON.stringify({ ...hall, format: LAYOUT_FORMAT, name: 'Hall', drawn: 'by hand' })
    const read = readLayoutFile(`\uFEFF${text}`)
    expect(read).toEqual({ ok: true, file: { format: LAYOUT_FORMAT, name: 'Hall', ...hall } })
  })
  it.each([
    ['{', 'The file is not JSON: '],
    ['[]', 'The file: not an object'],
    [JSON.stringify({ ...hall, name: 'Hall' }), 'format: not "mehfil-layout/1"'],
    [JSON.stringify({ ...hall, format: LAYOUT_FORMAT, name: ' ' }), 'name: not text of 1 to 120 characters'],
  ])('is not %s', (text, problem) => {
    const read = readLayoutFile(text)
    expect(read.ok ? '' : read.problems[0]).toContain(problem)
  })
})

it.each<[unknown, string]>([
  [null, 'The plan: not an object'],
  [{ ...hall, stage: 'left' }, 'stage: neither "top" nor "bottom"'],
  [{ ...hall, sections: [] }, 'sections: not a list of 1 to 60'],
  [{ ...hall, sections: [{ ...section, code: 'stal' }] }, 'sections[0].code: not 1 to 4 of A-Z and 0-9'],
  [{ ...hall, sections: [section, section] }, 'sections[1].code: another section has it'],
  [{ ...hall, sections: [{ ...section, name: '' }] }, 'sections[0].name: not text of 1 to 60 characters'],
  [{ ...hall, sections: [{ ...section, name: 'Sta\u202ells' }] }, 'sections[0].name: not text of 1 to 60 characters'],
  [{ ...hall, sections: [{ ...section, name: '\u3164' }] }, 'sections[0].name: not text of 1 to 60 characters'],
  [{ ...hall, sections: [{ ...section, name: 'Stalls\nA' }] }, 'sections[0].name: not text of 1 to 60 characters'],
  [{ ...hall, sections: [{ ...section, rows: [] }] }, 'sections[0].rows: not a list of 1 to 702'],
  [
    { ...hall, sections: [{ ...section, rows: [row, row] }] },
    'sections[0].rows[1].label: another row of the section has it',
  ],
  [withRow({ label: 'AAA' }), 'sections[0].rows[0].label: not one or two of A-Z'],
  [withRow({ seats: [] }), 'sections[0].rows[0].seats: not a list of 1 to 400'],
  [withRow({ seats: [null], blocked: [], wheelchair: [] }), 'sections[0].rows[0].seats: no seat'],
  [withRow({ seats: [1, 2, 2] }), 'sections[0].rows[0].seats: a number twice'],
  [
    withRow({ seats: [1, 2, 1000] }),
    'sections[0].rows[0].seats: not whole numbers from 1 to 999, or null for an aisle',
  ],
  [withRow({ blocked: [9] }), 'sections[0].rows[0].blocked: not seats of this row'],
  [withRow({ wheelchair: 2 }), 'sections[0].rows[0].wheelchair: not seats of this row'],
])('names each problem of a layout with its path (%#)', (data, problem) => {
  expect(checkLayout(data)).toEqual([problem])
})

describe('the documentation', () => {
  it('has a valid example', () => {
    const [, example] = /```json\n(.*?)```/s.exec(docs('layout-schema.md')) ?? []
    expect(readLayoutFile(example ?? '')).toMatchObject({ ok: true })
  })
  it('has a schema with the same limits', () => {
    const schema = JSON.parse(docs('layout.schema.json'))
    expect(schema.properties.format.const).toBe(LAYOUT_FORMAT)
    expect(schema.required).toEqual(['format', 'name', 'stage', 'sections'])
    expect(schema.properties.sections.maxItems).toBe(60)
    expect(schema.$defs.section.properties.rows.maxItems).toBe(702)
    expect(schema.$defs.row.properties.seats.maxItems).toBe(400)
  })
})
