import { describe, expect, it } from 'vitest'
import type { LayoutData } from '#shop/layouts/layout.ts'
import { checkLayout } from './layout-file.ts'
import { placeAll, placeOfSection, placeSection, shapeRow, unplaceAll } from './layout-places.ts'

const hall: LayoutData = {
  stage: 'top',
  sections: [
    {
      code: 'A',
      name: 'A',
      rows: [
        { label: 'A', seats: [1, 2, 3, 4] },
        { label: 'B', gap: 1, seats: [1] },
      ],
    },
    { code: 'B', name: 'B', rows: [{ label: 'A', seats: [1, 2] }] },
  ],
}

describe('the place of a section', () => {
  it('is where it was drawn, until one is moved: then all have one', () => {
    expect(placeOfSection(hall, 1)).toEqual({ x: 0, y: 4.5, turn: 0 })
    const moved = placeSection(hall, 0, { x: -3.001, turn: 30 })
    expect(moved.sections[0]).toMatchObject({ x: -3, y: 0, turn: 30 })
    expect(moved.sections[1]).toMatchObject({ x: 0, y: 4.5 })
    expect(checkLayout(moved)).toEqual([])
    expect(placeAll(moved)).toBe(moved)
    expect(unplaceAll({ ...moved, platform: { x: 0, y: 0, width: 2, height: 2 } })).toEqual(hall)
  })

  it('stays for what is no number, and turns by less than a half circle', () => {
    expect(placeSection(hall, 0, { y: Number.NaN })).toBe(hall)
    expect(placeSection(hall, 9, { y: 1 })).toBe(hall)
    const turns = [190, -190, 360, 180].map((turn) => placeSection(hall, 0, { turn }).sections[0]!.turn)
    expect(turns).toEqual([-170, 170, undefined, 180])
  })
})

it('a row gets a shape, and loses it at 0', () => {
  const at = { section: 0, row: 1 }
  const bent = shapeRow(hall, at, { curve: 0.3, shift: 2 })
  expect(bent.sections[0]!.rows[1]).toEqual({ label: 'B', gap: 1, curve: 0.3, shift: 2, seats: [1] })
  expect(shapeRow(bent, at, { gap: 0, curve: 0 }).sections[0]!.rows[1]).toEqual({ label: 'B', shift: 2, seats: [1] })
  expect(shapeRow(hall, at, { curve: Number.NaN })).toBe(hall)
})
