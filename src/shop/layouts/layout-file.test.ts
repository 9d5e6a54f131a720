import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { LayoutData } from '#shop/layouts/layout.ts'
import { newLayout } from './layout-draft.ts'
import { checkLayout, LAYOUT_FORMATS, readLayoutFile, writeLayoutFile } from './layout-file.ts'

const row = { label: 'A', seats: [1, null, 2], blocked: [1], wheelchair: [2] }
const section = { code: 'STAL', name: 'Stalls "front"', rows: [row] }
const hall: LayoutData = { stage: 'bottom', sections: [section] }
const withRow = (change: object) => ({ ...hall, sections: [{ ...section, rows: [{ ...row, ...change }] }] })
const [plainFormat, placedFormat] = LAYOUT_FORMATS
const place = { x: -4.5, y: 2, turn: -30 }
const bent = { curve: 0.6, shift: -0.5, gap: 1 }
const placed: LayoutData = {
  stage: 'top',
  platform: { x: 0, y: -6, width: 8, height: 5 },
  sections: [{ ...section, ...place, rows: [{ ...row, ...bent }] }],
}
const withPlace = (change: object) => ({ ...placed, sections: [{ ...placed.sections[0], ...change }] })
const docs = (name: string): string => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8')

describe('a layout file', () => {
  it('reads back as it was written', () => {
    for (const data of [hall, newLayout()]) {
      const read = readLayoutFile(writeLayoutFile('Hall @row0@', 'Two\nlines', data))
      expect(read).toEqual({
        ok: true,
        file: { format: plainFormat, name: 'Hall @row0@', description: 'Two\nlines', ...data },
      })
    }
  })
  it('is of the second format once a section has a place or a row a shape, and reads back', () => {
    const shaped = withRow(bent)
    for (const data of [placed, withPlace({ turn: 12.5 }), shaped]) {
      const text = writeLayoutFile('Hall', '', data as LayoutData)
      expect(readLayoutFile(text)).toEqual({ ok: true, file: { format: placedFormat, name: 'Hall', ...data } })
    }
    const straight = { ...hall, sections: [{ ...section, rows: [{ ...row, curve: 0, shift: 0, gap: 0 }] }] }
    expect(writeLayoutFile('Hall', '', straight)).toContain(`"${plainFormat}"`)
  })
  it('says where the stage is drawn, whatever word the database has for it', () => {
    const read = readLayoutFile(writeLayoutFile('Hall', '', { ...hall, stage: 'Stage' }))
    expect(read).toMatchObject({ ok: true, file: { stage: 'top' } })
  })
  it('may have a byte order mark and unknown keys', () => {
    const text = JSON.stringify({ ...hall, format: plainFormat, name: 'Hall', drawn: 'by hand' })
    const read = readLayoutFile(`\uFEFF${text}`)
    expect(read).toEqual({ ok: true, file: { format: plainFormat, name: 'Hall', ...hall } })
  })
  it.each([
    ['{', 'The file is not JSON: '],
    ['[]', 'The file: not an object'],
    [JSON.stringify({ ...hall, name: 'Hall' }), 'format: neither "mehfil-layout/1" nor "mehfil-layout/2"'],
    [JSON.stringify({ ...hall, format: plainFormat, name: ' ' }), 'name: not text of 1 to 120 characters'],
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
  [withRow({ curve: 0.91 }), "sections[0].rows[0].curve: not a number within 0.3 of the row's places"],
  [withRow({ shift: '1' }), 'sections[0].rows[0].shift: not a number from -200 to 200'],
  [withRow({ gap: -1 }), 'sections[0].rows[0].gap: not a number from 0 to 20'],
  [withPlace({ turn: 181 }), 'sections[0].turn: not a number from -180 to 180'],
  [withPlace({ x: null }), 'sections[0].x: not a number from -500 to 500'],
  [withPlace({ y: undefined }), 'sections[0]: no x and y, which another section has'],
  [
    { ...placed, sections: [...placed.sections, { ...section, code: 'B' }] },
    'sections[1]: no x and y, which another section has',
  ],
  [{ ...hall, platform: placed.platform }, 'platform: not an object beside sections that have places'],
  [{ ...placed, platform: { x: 0, y: 0, width: 8 } }, 'platform.height: missing'],
  [{ ...placed, platform: { ...placed.platform, width: 0 } }, 'platform.width: not a number from 1 to 200'],
  [withRow({ blocked: [9] }), 'sections[0].rows[0].blocked: not seats of this row'],
  [withRow({ wheelchair: 2 }), 'sections[0].rows[0].wheelchair: not seats of this row'],
])('names each problem of a layout with its path (%#)', (data, problem) => {
  expect(checkLayout(data)).toEqual([problem])
})

describe('the documentation', () => {
  it('has valid examples of both formats', () => {
    const examples = [...docs('layout-schema.md').matchAll(/```json\n(.*?)```/gs)].map(([, example]) => example!)
    const formats = examples.map((example) => {
      const read = readLayoutFile(example)
      return read.ok ? read.file.format : read.problems
    })
    expect(formats).toEqual(LAYOUT_FORMATS)
  })
  it('has a schema with the same limits', () => {
    const schema = JSON.parse(docs('layout.schema.json'))
    expect(schema.properties.format.enum).toEqual(LAYOUT_FORMATS)
    expect(schema.required).toEqual(['format', 'name', 'stage', 'sections'])
    expect(schema.properties.sections.maxItems).toBe(60)
    expect(schema.$defs.section.properties.rows.maxItems).toBe(702)
    expect(schema.$defs.row.properties.seats.maxItems).toBe(400)
  })
})
