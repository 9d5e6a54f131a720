import type { TicketCategory } from '#shop/catalogue/catalogue.ts'
import type { LayoutRow, RowShape, SectionPlace, StagePlace } from '#shop/layouts/layout.ts'
import { isStandingPlace } from './standing.ts'

/** The longest pause (s) between two questions for the taken seats, while very many watch. */
export const MAX_AGAIN_S = 300

/** `blocked` is never for sale; `wheelchair` is, but is never picked unasked. */
export interface SeatMapSeat {
  label: string
  number: number
  blocked: boolean
  wheelchair: boolean
  /** The wheelchair place whose companion seat it is, while both are kept for those who need them. */
  companionOf?: string
}

/** From left to right, facing the stage; null is an aisle. */
export interface SeatMapRow extends RowShape {
  label: string
  seats: (SeatMapSeat | null)[]
}

/** `code` and `name` are null without a layout: one unnamed block. */
export interface SeatMapSection extends SectionPlace {
  code: string | null
  name: string | null
  /** Price zone, from 0: its free seats have the zone's tint. Without one they have none. */
  zone?: number
  rows: SeatMapRow[]
}

export interface SeatMap {
  /** Names of the claims: section codes, or the category's id without a layout. */
  places: string[]
  stage: 'top' | 'bottom'
  platform?: StagePlace
  sections: SeatMapSection[]
  /** Without blocked seats. */
  total: number
  /** Wheelchair places are no longer kept: there are no companion seats. */
  open?: boolean
}

export interface SeatPosition {
  section: string | null
  row: string
  number: number
}

export const widestGridRow = 10

/** Up to row ZZ; the database refuses more. */
export const MAX_GRID_ROWS = 702

/** Returns min(10, ceil(sqrt(total))), without a layout. The database freezes them at the first claim. */
export function gridColumns(total: number): number {
  return Math.max(1, Math.min(widestGridRow, Math.ceil(Math.sqrt(total))))
}

/** Returns 0 → A, 25 → Z, 26 → AA. */
export function rowLetters(index: number): string {
  let letters = ''
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  }
  return letters
}

const labelPattern = /^(?:([A-Z0-9]{1,4})-)?([A-Z]{1,2})([1-9][0-9]{0,2})$/

/** Reads 'A1', or 'BALC-A1' in a layout. Null unless exact: 'a1', 'A01', ' A1' and 'A0' are no labels. */
export function parseSeatLabel(text: string): SeatPosition | null {
  const found = labelPattern.exec(text)
  if (!found) return null
  return { section: found[1] ?? null, row: found[2]!, number: Number(found[3]) }
}

/** Of a seat, or of a standing place, whose row is ''; null as above. */
export const positionOf = (label: string): SeatPosition | null =>
  isStandingPlace(label) ? { section: null, row: '', number: Number(label) } : parseSeatLabel(label)

export function compareRows(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)
}

/** Orders seats by section, row (A … Z before AA) and number; standing places come first, unreadable labels last. */
export function compareSeats(a: string, b: string): number {
  const left = positionOf(a)
  const right = positionOf(b)
  if (!left || !right) return left ? -1 : right ? 1 : a < b ? -1 : a > b ? 1 : 0
  const sectionOfLeft = left.section ?? ''
  const sectionOfRight = right.section ?? ''
  if (sectionOfLeft !== sectionOfRight) return sectionOfLeft < sectionOfRight ? -1 : 1
  return compareRows(left.row, right.row) || left.number - right.number
}

/** True once wheelchair places are open to all, so many hours before the event's date; `now` in ms. */
export const isOpenToAll = (date: string, hours: number, now: number): boolean =>
  now >= Date.parse(date) - hours * 3_600_000

type MarkedSeats = Pick<LayoutRow, 'seats' | 'blocked' | 'wheelchair'>

/**
 * Returns the companion seats of a row, by number, each with its wheelchair place: from left to right the seat on the
 * place's left, else on its right, that is neither blocked nor a wheelchair place nor another's. Twin:
 * private.companions in 30-layouts.sql.
 */
export function companionsOf({ seats, blocked, wheelchair }: MarkedSeats): ReadonlyMap<number, number> {
  const companions = new Map<number, number>()
  for (const [at, place] of seats.entries()) {
    if (place === null || !wheelchair?.includes(place) || blocked?.includes(place)) continue
    const beside = [seats[at - 1], seats[at + 1]].find(
      (seat) =>
        typeof seat === 'number' &&
        ![blocked, wheelchair].some((list) => list?.includes(seat)) &&
        !companions.has(seat),
    )
    if (typeof beside === 'number') companions.set(beside, place)
  }
  return companions
}

/** Draws the seats of a category. `open`: wheelchair places are open to all. */
export function seatMapOf(
  category: Pick<TicketCategory, 'id' | 'totalTickets' | 'gridColumns' | 'layout'>,
  open = false,
): SeatMap {
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
    ...section,
    rows: section.rows.map(({ seats: numbers, blocked: never, wheelchair: chairs, ...row }) => {
      const blocked = never?.length ? new Set(never) : null
      const wheelchair = chairs?.length ? new Set(chairs) : null
      const companions =
        wheelchair && !open ? companionsOf({ seats: numbers, blocked: never, wheelchair: chairs }) : null
      const prefix = `${section.code}-${row.label}`
      const seats = numbers.map((number): SeatMapSeat | null => {
        if (number === null) return null
        const isBlocked = blocked !== null && blocked.has(number)
        if (!isBlocked) total += 1
        const isForWheelchair = wheelchair !== null && wheelchair.has(number)
        const seat = { label: prefix + number, number, blocked: isBlocked, wheelchair: isForWheelchair }
        const place = companions?.get(number)
        return place === undefined ? seat : { ...seat, companionOf: prefix + place }
      })
      return { ...row, seats }
    }),
  }))
  const stage = layout.stage === 'bottom' ? 'bottom' : 'top'
  const map = {
    places: sections.map((section) => section.code),
    stage,
    ...platformOf(layout),
    sections,
    total,
  } as const
  return open ? { ...map, open } : map
}

const platformOf = ({ platform }: { platform?: StagePlace }) => (platform ? { platform } : {})

/** Draws the maps of a hall's categories as one; `open` as in seatMapOf. `order` are section codes from front to back; `drawn` may change a section. */
export function joinedMap<Category extends Parameters<typeof seatMapOf>[0]>(
  categories: readonly Category[],
  order: readonly string[],
  drawn: (section: SeatMapSection, category: Category, index: number) => SeatMapSection,
  open = false,
): SeatMap {
  const maps = categories.map((category) => seatMapOf(category, open))
  const place = ({ code }: SeatMapSection): number => (code === null ? -1 : order.indexOf(code))
  return {
    places: maps.flatMap(({ places }) => places),
    stage: maps[0]?.stage ?? 'top',
    ...platformOf(maps[0] ?? {}),
    sections: maps
      .flatMap(({ sections }, index) => sections.map((section) => drawn(section, categories[index]!, index)))
      .sort((a, b) => place(a) - place(b)),
    total: maps.reduce((sum, { total }) => sum + total, 0),
  }
}

/** Draws categories of one layout, or a single one, with a tint each. */
export const zonedMap = (zones: readonly TicketCategory[], open = false): SeatMap =>
  joinedMap(zones, zones[0]?.layout?.order ?? [], (section, _, zone) => ({ ...section, zone }), open)

function gridRows(total: number, frozenColumns: number | null): SeatMapRow[] {
  const columns = frozenColumns ?? gridColumns(total)
  const rows: SeatMapRow[] = []
  const end = Math.min(total, MAX_GRID_ROWS * columns)
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
