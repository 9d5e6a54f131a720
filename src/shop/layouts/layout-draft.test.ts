import { describe, expect, it } from 'vitest'
import type { LayoutData } from '#shop/layouts/layout.ts'
import {
  addRow,
  addSection,
  cellKind,
  countSeats,
  letterSection,
  moveRow,
  moveSection,
  newLayout,
  numberSection,
  removeRow,
  removeSection,
  renameRow,
  renameSection,
  setCell,
  setRowLength,
  type CellKind,
} from './layout-draft.ts'
import { checkLayout } from './layout-file.ts'

const hall: LayoutData = {
  stage: 'top',
  sections: [
    {
      code: 'STAL',
      name: 'Stalls',
      rows: [
        { label: 'A', seats: [1, 2, null, 3, 4], blocked: [1], wheelchair: [4] },
        { label: 'B', seats: [1, 2] },
      ],
    },
    { code: 'BALC', name: 'Balcony', rows: [{ label: 'A', seats: [1] }] },
  ],
}
const frozen = JSON.stringify(hall)
const row = (data: LayoutData, at = 0, section = 0) => data.sections[section]?.rows[at]
const a = (cell: number) => ({ section: 0, row: 0, cell })

describe('a cell', () => {
  it('can become any kind and change back', () => {
    let data = hall
    for (const kind of ['blocked', 'wheelchair', 'aisle', 'seat'] as CellKind[]) {
      data = setCell(data, a(1), kind)
      expect(cellKind(row(data)!, 1)).toBe(kind)
      expect(checkLayout(data)).toEqual([])
    }
    expect(data).toEqual(hall)
  })
  it('gets a free number as a seat', () => {
    expect(row(setCell(hall, a(2), 'seat'))?.seats).toEqual([1, 2, 5, 3, 4])
  })
  it('loses its marks as an aisle', () => {
    expect(row(setCell(setCell(hall, a(0), 'aisle'), a(4), 'aisle'))).toEqual({
      label: 'A',
      seats: [null, 2, null, 3, null],
    })
  })
  it('does not change if it is the last seat of its row or does not exist', () => {
    expect(setCell(hall, { section: 1, row: 0, cell: 0 }, 'aisle')).toBe(hall)
    expect(setCell(hall, a(9), 'blocked')).toBe(hall)
    expect(setCell(hall, a(0), 'blocked')).toBe(hall)
  })
})

describe('a row', () => {
  it('grows with free numbers and drops marks as it shrinks', () => {
    expect(row(setRowLength(hall, a(0), 7))?.seats).toEqual([1, 2, null, 3, 4, 5, 6])
    expect(row(setRowLength(hall, a(0), 4))).toEqual({ label: 'A', seats: [1, 2, null, 3], blocked: [1] })
    for (const length of [0, -1, 1.5, 401, Number.NaN]) expect(setRowLength(hall, a(0), length)).toBe(hall)
  })
  it('is copied behind another, with a free label', () => {
    const more = addRow(hall, a(0))
    expect(more.sections[0]?.rows.map(({ label }) => label)).toEqual(['A', 'C', 'B'])
    expect(row(more, 1)?.seats).toEqual([1, 2, null, 3, 4])
  })
  it('can be removed, except the last one', () => {
    expect(removeRow(hall, { section: 0, row: 1 }).sections[0]?.rows).toHaveLength(1)
    expect(removeRow(hall, { section: 1, row: 0 })).toBe(hall)
  })
  it('keeps its shape through every change, with a curve that its places allow', () => {
    const shaped: LayoutData = {
      ...hall,
      sections: [
        { ...hall.sections[0]!, rows: [{ label: 'A', curve: 1.2, shift: 0.5, gap: 2, seats: [1, 2, null, 3, 4] }] },
      ],
    }
    const shape = { curve: 1.2, shift: 0.5, gap: 2 }
    expect(row(setCell(shaped, a(0), 'blocked'))).toMatchObject(shape)
    expect(row(numberSection(shaped, 0, 'right'))).toMatchObject(shape)
    expect(row(setRowLength(shaped, a(0), 3))).toMatchObject({ ...shape, curve: 3 * 0.3 })
    expect(row(addRow(shaped, a(0)), 1)).toEqual({ label: 'B', curve: 1.2, shift: 0.5, seats: [1, 2, null, 3, 4] })
  })
  it('moves and is renamed', () => {
    expect(moveRow(hall, 0, 0, 1).sections[0]?.rows.map(({ label }) => label)).toEqual(['B', 'A'])
    expect(moveRow(hall, 0, 0, 2)).toBe(hall)
    expect(row(renameRow(hall, a(0), 'ZZ'))?.label).toBe('ZZ')
  })
})

describe('numbering', () => {
  it.each([
    ['the left', 'left', { label: 'A', seats: [1, 2, null, 3, 4], blocked: [1], wheelchair: [4] }],
    ['the right', 'right', { label: 'A', seats: [4, 3, null, 2, 1], blocked: [4], wheelchair: [1] }],
    [
      'the middle, odd on the left',
      'odd-even',
      { label: 'A', seats: [3, 1, null, 2, 4], blocked: [3], wheelchair: [4] },
    ],
  ] as const)('counts from %s and keeps marks at their cells', (_, numbering, numbered) => {
    expect(row(numberSection(hall, 0, numbering))).toEqual(numbered)
  })
  it('always gives a valid layout', () => {
    for (const numbering of ['left', 'right', 'odd-even'] as const)
      for (let length = 1; length <= 40; length += 1)
        expect(checkLayout(numberSection(setRowLength(hall, { section: 0, row: 1 }, length), 0, numbering))).toEqual([])
  })
  it('labels rows from the front or the back', () => {
    const mixed = renameRow(hall, a(0), 'Q')
    expect(letterSection(mixed, 0).sections[0]?.rows.map(({ label }) => label)).toEqual(['A', 'B'])
    expect(letterSection(mixed, 0, 'last').sections[0]?.rows.map(({ label }) => label)).toEqual(['B', 'A'])
  })
})

it('a section can be added with a free code, renamed, moved and removed, except the last one', () => {
  const more = addSection(hall)
  expect(more.sections.map(({ code }) => code)).toEqual(['STAL', 'BALC', 'S3'])
  expect(checkLayout(more)).toEqual([])
  expect(moveSection(more, 2, 0).sections[0]?.code).toBe('S3')
  expect(renameSection(more, 2, { code: 'BOX' }).sections[2]?.code).toBe('BOX')
  const one = removeSection(hall, 0)
  expect(one.sections.map(({ code }) => code)).toEqual(['BALC'])
  expect(removeSection(one, 0)).toBe(one)
})

it('a section added to placed ones is behind them', () => {
  const placed = { ...hall, sections: hall.sections.map((section, at) => ({ ...section, x: 0, y: 8 * at })) }
  const more = addSection(placed)
  expect(more.sections[2]).toMatchObject({ x: 0, y: 11 })
  expect(checkLayout(more)).toEqual([])
})

it('counts sellable seats and does not change its argument', () => {
  expect(countSeats(hall.sections)).toBe(6)
  expect(checkLayout(newLayout())).toEqual([])
  expect(JSON.stringify(hall)).toBe(frozen)
})
