import type { TicketCategory } from '#shop/catalogue/catalogue.ts'

/** One place to sit. `blocked` is never for sale; `wheelchair` is sold like any other but never given unasked. */
export interface SeatMapSeat {
  label: string
  number: number
  blocked: boolean
  wheelchair: boolean
}

/** Seats from left to right as somebody facing the stage counts them; null is an aisle. */
export interface SeatMapRow {
  label: string
  seats: (SeatMapSeat | null)[]
}

/** `code` and `name` are null for a category without a layout: one unnamed block. */
export interface SeatMapSection {
  code: string | null
  name: string | null
  rows: SeatMapRow[]
}

/**
 * Where the seats of one category stand. `places` are the names under which the database keeps claims: the section
 * codes, or the category's id when it has no layout. `total` counts what can be sold, so without blocked seats.
 * `stage` is the edge at which the stage is drawn; the row nearest to it is the front one.
 */
export interface SeatMap {
  places: string[]
  stage: 'top' | 'bottom'
  sections: SeatMapSection[]
  total: number
}

export interface SeatPosition {
  section: string | null
  row: string
  number: number
}

/** Widest row of a category without a layout, in seats. */
export const widestGridRow = 10

/** Rows are named by at most two letters, so a category without a layout ends with row ZZ; the database refuses more. */
export const mostGridRows = 702

/** Columns of a category without a layout: min(10, ceil(sqrt(total))). The database freezes them at the first claim. */
export function gridColumns(total: number): number {
  return Math.max(1, Math.min(widestGridRow, Math.ceil(Math.sqrt(total))))
}

/** 0 → A, 25 → Z, 26 → AA: the letters of a spreadsheet's columns. */
export function rowLetters(index: number): string {
  let letters = ''
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  }
  return letters
}

/** A1, or BALC-A1 in a layout. Does not judge its parts: `parseSeatLabel` does. */
export function seatLabel(section: string | null, row: string, number: number): string {
  return section === null ? `${row}${number}` : `${section}-${row}${number}`
}

const labelPattern = /^(?:([A-Z0-9]{1,4})-)?([A-Z]{1,2})([1-9][0-9]{0,2})$/

/** The parts of an exact label, or null: 'a1', 'A01', ' A1' and 'A0' are no seats. */
export function parseSeatLabel(text: string): SeatPosition | null {
  const found = labelPattern.exec(text)
  if (!found) return null
  return { section: found[1] ?? null, row: found[2]!, number: Number(found[3]) }
}

/** Rows in the order of the hall: A … Z before AA. */
export function compareRows(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)
}

/** Sorts labels by section, then row with A … Z before AA, then number as a number. Unreadable labels come last. */
export function compareSeats(a: string, b: string): number {
  const left = parseSeatLabel(a)
  const right = parseSeatLabel(b)
  if (!left || !right) return left ? -1 : right ? 1 : a < b ? -1 : a > b ? 1 : 0
  const sectionOfLeft = left.section ?? ''
  const sectionOfRight = right.section ?? ''
  if (sectionOfLeft !== sectionOfRight) return sectionOfLeft < sectionOfRight ? -1 : 1
  return compareRows(left.row, right.row) || left.number - right.number
}

/** The seats of a category: its layout's sections, or the lettered grid whose columns were frozen at creation. */
export function seatMapOf(category: Pick<TicketCategory, 'id' | 'totalTickets' | 'gridColumns' | 'layout'>): SeatMap {
  const { layout } = category
  if (!layout) {
    const rows = gridRows(category.totalTickets, category.gridColumns)
    return {
      places: [category.id],
      stage: 'top',
      sections: [{ code: null, name: null, rows }],
      total: rows.reduce((sum, row) => sum + row.seats.length, 0),
    }
  }
  let total = 0
  const sections = layout.sections.map((section) => ({
    code: section.code,
    name: section.name,
    rows: section.rows.map((row) => {
      const blocked = row.blocked?.length ? new Set(row.blocked) : null
      const wheelchair = row.wheelchair?.length ? new Set(row.wheelchair) : null
      const prefix = `${section.code}-${row.label}`
      const seats = row.seats.map((number): SeatMapSeat | null => {
        if (number === null) return null
        const isBlocked = blocked !== null && blocked.has(number)
        if (!isBlocked) total += 1
        const isForWheelchair = wheelchair !== null && wheelchair.has(number)
        return { label: prefix + number, number, blocked: isBlocked, wheelchair: isForWheelchair }
      })
      return { label: row.label, seats }
    }),
  }))
  const stage = layout.stage === 'bottom' ? 'bottom' : 'top'
  return { places: sections.map((section) => section.code), stage, sections, total }
}

function gridRows(total: number, frozenColumns: number | null): SeatMapRow[] {
  const columns = frozenColumns ?? gridColumns(total)
  const rows: SeatMapRow[] = []
  const end = Math.min(total, mostGridRows * columns)
  for (let first = 0; first < end; first += columns) {
    const label = rowLetters(rows.length)
    const seats: SeatMapSeat[] = []
    for (let number = 1; number <= Math.min(columns, end - first); number += 1) {
      seats.push({ label: label + number, number, blocked: false, wheelchair: false })
    }
    rows.push({ label, seats })
  }
  return rows
}
