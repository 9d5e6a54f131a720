import type { LayoutData, LayoutRow, LayoutSection } from '#shop/layouts/layout.ts'
import { rowLetters } from '#shop/seats/seat-map.ts'

// Each operation returns a new layout, or the same object when it is not possible. A cell is a seat or an aisle.

export type CellKind = 'seat' | 'aisle' | 'blocked' | 'wheelchair'

/** From the left, from the right, or from the middle with odd numbers on the left. */
export type Numbering = 'left' | 'right' | 'odd-even'

export interface CellPlace {
  section: number
  row: number
  cell: number
}

export const MAX_SECTIONS = 60
export const MAX_ROWS = 702
export const MAX_ROW_CELLS = 400
export const MAX_SEATS = 40_000
/** Of the places of a row: an arc stays less than a half circle. */
export const MAX_CURVE = 0.3

export const newLayout = (): LayoutData => ({
  stage: 'top',
  sections: [{ code: 'STAL', name: 'Stalls', rows: newRows(8, 12) }],
})

const newRows = (rows: number, seats: number): LayoutRow[] =>
  Array.from({ length: rows }, (_, index) => ({
    label: rowLetters(index),
    seats: Array.from({ length: seats }, (__, seat) => seat + 1),
  }))

/** Returns the kind of a cell; `blocked` wins over `wheelchair`. */
export function cellKind(row: LayoutRow, cell: number): CellKind {
  const number = row.seats[cell] ?? null
  if (number === null) return 'aisle'
  if (row.blocked?.includes(number)) return 'blocked'
  return row.wheelchair?.includes(number) ? 'wheelchair' : 'seat'
}

export const countSeats = (sections: readonly LayoutSection[]): number =>
  sections.reduce((sum, section) => sum + sellableIn(section), 0)

export const sellableIn = (section: LayoutSection): number =>
  section.rows.reduce(
    (sum, row) => sum + row.seats.filter((seat) => seat !== null && !row.blocked?.includes(seat)).length,
    0,
  )

const replaceAt = <T>(list: readonly T[], at: number, value: T): T[] =>
  list.map((one, index) => (index === at ? value : one))

function withSection(data: LayoutData, at: number, change: (section: LayoutSection) => LayoutSection): LayoutData {
  const section = data.sections[at]
  if (!section) return data
  const changed = change(section)
  return changed === section ? data : { ...data, sections: replaceAt(data.sections, at, changed) }
}

function withRow(
  data: LayoutData,
  { section, row }: Pick<CellPlace, 'section' | 'row'>,
  change: (row: LayoutRow) => LayoutRow,
): LayoutData {
  return withSection(data, section, (found) => {
    const old = found.rows[row]
    if (!old) return found
    const changed = change(old)
    return changed === old ? found : { ...found, rows: replaceAt(found.rows, row, changed) }
  })
}

/** Returns the curve, or the largest of its direction that a row of this many places may have. */
export function curveWithin(curve: number, places: number): number {
  const most = MAX_CURVE * places
  return Math.max(-most, Math.min(most, curve))
}

function tidy(row: LayoutRow): LayoutRow {
  const seats = new Set(row.seats)
  const blocked = row.blocked?.filter((seat) => seats.has(seat)) ?? []
  const wheelchair = row.wheelchair?.filter((seat) => seats.has(seat)) ?? []
  const { blocked: _, wheelchair: __, curve = 0, ...rest } = row
  const bent = curveWithin(curve, row.seats.length)
  return {
    ...rest,
    ...(bent === 0 ? {} : { curve: bent }),
    ...(blocked.length > 0 ? { blocked } : {}),
    ...(wheelchair.length > 0 ? { wheelchair } : {}),
  }
}

function freeNumber(row: LayoutRow): number {
  const taken = new Set(row.seats)
  let number = 1
  while (taken.has(number)) number += 1
  return number
}

/** Changes one cell. A row keeps at least one seat. */
export function setCell(data: LayoutData, place: CellPlace, kind: CellKind): LayoutData {
  return withRow(data, place, (row) => {
    if (place.cell < 0 || place.cell >= row.seats.length || cellKind(row, place.cell) === kind) return row
    const old = row.seats[place.cell] ?? null
    if (kind === 'aisle') {
      if (row.seats.filter((seat) => seat !== null).length === 1) return row
      return tidy({ ...row, seats: replaceAt(row.seats, place.cell, null) })
    }
    const number = old ?? freeNumber(row)
    const others = (marks: readonly number[] | undefined): number[] => (marks ?? []).filter((seat) => seat !== number)
    return tidy({
      ...row,
      seats: replaceAt(row.seats, place.cell, number),
      blocked: kind === 'blocked' ? [...others(row.blocked), number].sort((a, b) => a - b) : others(row.blocked),
      wheelchair:
        kind === 'wheelchair' ? [...others(row.wheelchair), number].sort((a, b) => a - b) : others(row.wheelchair),
    })
  })
}

export function setRowLength(data: LayoutData, place: Pick<CellPlace, 'section' | 'row'>, length: number): LayoutData {
  return withRow(data, place, (row) => {
    if (!Number.isInteger(length) || length < 1 || length > MAX_ROW_CELLS || length === row.seats.length) return row
    let seats = row.seats.slice(0, length)
    while (seats.length < length) seats = [...seats, freeNumber({ ...row, seats })]
    return seats.some((seat) => seat !== null) ? tidy({ ...row, seats }) : row
  })
}

/** Renumbers the seats; blocked and wheelchair marks stay at their cells. */
export function numberSection(data: LayoutData, section: number, numbering: Numbering): LayoutData {
  return withSection(data, section, (found) => ({
    ...found,
    rows: found.rows.map((row) => numberRow(row, numbering)),
  }))
}

function numberRow(row: LayoutRow, numbering: Numbering): LayoutRow {
  const cells = row.seats.flatMap((seat, cell) => (seat === null ? [] : [cell]))
  const odd = Math.ceil(cells.length / 2)
  const numberOf = (at: number): number => {
    if (numbering === 'left') return at + 1
    if (numbering === 'right') return cells.length - at
    return at < odd ? 2 * (odd - at) - 1 : 2 * (at - odd) + 2
  }
  const seats = [...row.seats]
  const marks: Record<'blocked' | 'wheelchair', number[]> = { blocked: [], wheelchair: [] }
  for (const [at, cell] of cells.entries()) {
    const old = row.seats[cell] ?? 0
    const number = numberOf(at)
    seats[cell] = number
    for (const mark of ['blocked', 'wheelchair'] as const) if (row[mark]?.includes(old)) marks[mark].push(number)
  }
  for (const mark of ['blocked', 'wheelchair'] as const) marks[mark].sort((a, b) => a - b)
  return tidy({ ...row, seats, ...marks })
}

export function letterSection(data: LayoutData, section: number, from: 'first' | 'last' = 'first'): LayoutData {
  return withSection(data, section, (found) => ({
    ...found,
    rows: found.rows.map((row, at) => ({
      ...row,
      label: rowLetters(from === 'first' ? at : found.rows.length - 1 - at),
    })),
  }))
}

const freeLabel = (section: LayoutSection): string => {
  const taken = new Set(section.rows.map(({ label }) => label))
  let index = 0
  while (taken.has(rowLetters(index))) index += 1
  return rowLetters(index)
}

export function addRow(data: LayoutData, { section, row }: Pick<CellPlace, 'section' | 'row'>): LayoutData {
  return withSection(data, section, (found) => {
    const like = found.rows[row]
    if (!like || found.rows.length >= MAX_ROWS) return found
    const rows = [...found.rows]
    const { curve = 0, shift = 0 } = like
    const shape = { ...(curve === 0 ? {} : { curve }), ...(shift === 0 ? {} : { shift }) }
    rows.splice(row + 1, 0, { ...shape, label: freeLabel(found), seats: [...like.seats] })
    return { ...found, rows }
  })
}

/** Removes a row; a section keeps at least one. */
export function removeRow(data: LayoutData, { section, row }: Pick<CellPlace, 'section' | 'row'>): LayoutData {
  return withSection(data, section, (found) =>
    found.rows.length < 2 || !found.rows[row] ? found : { ...found, rows: found.rows.filter((_, at) => at !== row) },
  )
}

export function renameRow(data: LayoutData, place: Pick<CellPlace, 'section' | 'row'>, label: string): LayoutData {
  return withRow(data, place, (row) => (row.label === label ? row : { ...row, label }))
}

export function moveRow(data: LayoutData, section: number, from: number, to: number): LayoutData {
  return withSection(data, section, (found) => {
    const rows = moved(found.rows, from, to)
    return rows ? { ...found, rows } : found
  })
}

export function addSection(data: LayoutData): LayoutData {
  if (data.sections.length >= MAX_SECTIONS) return data
  const codes = new Set(data.sections.map(({ code }) => code))
  let n = data.sections.length + 1
  while (codes.has(`S${n}`)) n += 1
  const added = { code: `S${n}`, name: `Section ${n}`, rows: newRows(4, 10) }
  const placed = data.sections.flatMap(({ y, rows }) => (y === undefined ? [] : [y + rows.length]))
  const place = placed.length > 0 ? { x: 0, y: Math.max(...placed) + 2 } : {}
  return { ...data, sections: [...data.sections, { ...added, ...place }] }
}

/** Removes a section; a layout keeps at least one. */
export const removeSection = (data: LayoutData, section: number): LayoutData =>
  data.sections.length < 2 || !data.sections[section]
    ? data
    : { ...data, sections: data.sections.filter((_, at) => at !== section) }

export function moveSection(data: LayoutData, from: number, to: number): LayoutData {
  const sections = moved(data.sections, from, to)
  return sections ? { ...data, sections } : data
}

export const renameSection = (
  data: LayoutData,
  section: number,
  change: Partial<Pick<LayoutSection, 'code' | 'name'>>,
): LayoutData => withSection(data, section, (found) => ({ ...found, ...change }))

function moved<T>(list: readonly T[], from: number, to: number): T[] | null {
  if (from === to || !(from in list) || !(to in list)) return null
  const rest = [...list]
  rest.splice(to, 0, ...rest.splice(from, 1))
  return rest
}
