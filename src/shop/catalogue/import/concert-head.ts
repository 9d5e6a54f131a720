import { clean, plainText } from '#shop/guests/guest-cells.ts'
import type { SheetRow } from '#platform/text/csv.ts'

/** Meanings of a column of a sheet of concerts, which has a row for each ticket type. */
export const concertFields = ['singer', 'city', 'venue', 'date', 'time', 'ticket', 'price', 'genre', 'state'] as const
export type ConcertField = (typeof concertFields)[number]
export type ConcertMapping = Record<ConcertField, number | null>

export const concertLabels: Record<ConcertField, string> = {
  singer: 'Singer',
  city: 'City',
  venue: 'Venue',
  date: 'Date',
  time: 'Time',
  ticket: 'Ticket type',
  price: 'Price',
  genre: 'Genre',
  state: 'State',
}

const neededFields = ['singer', 'city', 'venue', 'date', 'ticket', 'price'] as const satisfies readonly ConcertField[]

export interface ConcertTable {
  head: string[]
  /** Rows below the head, numbered as a spreadsheet numbers them. */
  rows: SheetRow[]
  /** Row number of a quote that is never closed (the rows below it are lost); null without one. */
  openQuote: number | null
}

/** Column names, the most specific first; each takes the first column that fits and is free. */
const tells: [ConcertField, RegExp][] = [
  ['price', /^(ticket )?(price|rate|fare|cost)s?( (of|per) ticket)?( (in )?(rs|inr|rupees))?$|^amount$|मूल्य|दाम|किंमत/],
  ['ticket', /^(ticket|seat|price)s? (type|category|name|class|tier|zone)$/],
  ['ticket', /^(tickets?|category|category name|zone|tier|class|section)$|श्रेणी|टिकट|तिकीट/],
  ['singer', /^(singer|artiste?|performer|band|act|headliner)s?( names?)?$|कलाकार|गायक|गायिका/],
  ['city', /^(city|town)( name)?$|शहर/],
  ['venue', /^(venue|hall|auditorium|stadium|place)( name)?$|स्थान|स्थळ|ठिकाण/],
  ['date', /^((event|show|concert|start) )?(date|day)( and time| time)?( ist)?$|तारीख|दिनांक/],
  ['time', /^((event|show|concert|start) )?(time|starts?|starts at|begins|begins at)( ist)?$|समय|वेळ/],
  ['genre', /^(genre|music|style)$/],
  ['state', /^(state|state of (the )?venue)$|राज्य/],
]

export function guessConcertMapping(head: readonly string[]): ConcertMapping {
  const mapping = Object.fromEntries(concertFields.map((field) => [field, null])) as ConcertMapping
  const names = head.map(plainText)
  const taken = new Set<number>()
  for (const [field, tell] of tells) {
    const at = mapping[field] === null ? names.findIndex((name, one) => !taken.has(one) && tell.test(name)) : -1
    if (at < 0) continue
    mapping[field] = at
    taken.add(at)
  }
  return mapping
}

const MAX_PREAMBLE_ROWS = 20

/** Returns the row with most headings among the first, and the rows below it; null without a row. */
export function concertTableOf(rows: readonly SheetRow[], openQuote: number | null = null): ConcertTable | null {
  const known = rows.slice(0, MAX_PREAMBLE_ROWS).map(({ cells }) => {
    const mapping = guessConcertMapping(cells)
    return concertFields.filter((field) => mapping[field] !== null).length
  })
  if (known.length === 0) return null
  const at = known.indexOf(Math.max(...known))
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  return {
    head: Array.from({ length: width }, (_, column) => clean(rows[at]!.cells[column])),
    rows: rows.slice(at + 1),
    openQuote,
  }
}

export const missingFields = (mapping: ConcertMapping): string[] =>
  neededFields.filter((field) => mapping[field] === null).map((field) => concertLabels[field])

/** Columns with text that no field uses, in their order. */
export function unusedColumns({ head, rows }: ConcertTable, mapping: ConcertMapping): number[] {
  const used = new Set(Object.values(mapping))
  return [...head.keys()].filter(
    (at) => !used.has(at) && (head[at] !== '' || rows.some(({ cells }) => clean(cells[at]) !== '')),
  )
}
