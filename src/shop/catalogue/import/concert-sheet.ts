import { decideDayOrder, readAmount, readDay, type DayOrder } from '#shop/bank/bank-statement-cells.ts'
import { clean } from '#shop/guests/guest-cells.ts'
import type { CsvCell, SheetRow } from '#platform/text/csv.ts'
import { states } from '#shop/terms/states.ts'
import { genres } from '../catalogue.ts'
import { canonicalCity } from '../cities.ts'
import { importTemplate, instantOfConcert, pathOf, readCatalogue, type ImportedCatalogue } from './bulk-import.ts'
import {
  concertFields,
  concertLabels,
  missingFields,
  type ConcertField,
  type ConcertMapping,
  type ConcertTable,
} from './concert-head.ts'

type Cells = Record<ConcertField, string>

const ofConcert = ['singer', 'city', 'venue', 'date', 'time', 'genre', 'state'] as const
const only = ({ ticket, price }: Cells) => ({ ticket, price })

interface Night {
  date: string
  venue: string
  /** In rupees. */
  tickets: Map<string, number>
  time?: string
  genre?: string
  state?: string
}

const TIME = /(?:^|[\sT,]+)(\d{1,2}(?:[:.]\d{2})?(?::\d{2})?\s*[ap]\.?m\.?|\d{1,2}[:.]\d{2}(?::\d{2})?)(?:\s*ist)?$/i

/** Reads a time: '7:30 PM', '7 pm', '19.30', '19:30:00' → '19:30'; null for another text. */
export function readTime(text: string): string | null {
  const found = /^(\d{1,2})(?:[:.](\d{2})(?::\d{2})?)?\s*(?:([ap])\.?m\.?)?(?:\s*ist)?$/i.exec(text.trim())
  if (!found) return null
  const [, hours, minutes = '00', half] = found
  const hour = Number(hours)
  if (half === undefined ? found[2] === undefined || hour > 23 : hour < 1 || hour > 12) return null
  if (Number(minutes) > 59) return null
  const of24 = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return `${String(of24).padStart(2, '0')}:${minutes}`
}

/** 'Sat, 5th Dec 2026' and 'Dec 5, 2026' → '5 Dec 2026' */
const plainDay = (text: string): string =>
  text
    .replace(/^(mon|tue|wed|thu|fri|sat|sun)[a-z]*[,.\s]+/i, '')
    .replace(/(\d)(st|nd|rd|th)\b/i, '$1')
    .replace(/^([a-z]{3,9})\.?\s+(\d{1,2}),?\s+(\d{4})/i, '$2 $1 $3')

/** Null while the dates do not say which of day and month comes first. */
export const concertDayOrder = ({ rows }: ConcertTable, { date }: ConcertMapping): DayOrder | null =>
  decideDayOrder(rows.map(({ cells }) => clean(cells[date ?? -1]).replace(TIME, '')))

export type ReadSheet =
  | { ok: true; catalogue: ImportedCatalogue; concerts: number }
  /** 'Line 4, Price: not a price', in the order of the file. */
  | { ok: false; problems: string[] }

/** Makes the catalogue that a JSON file holds of a sheet with a row for each ticket type. Names every problem by line and column. */
export function readConcertSheet(table: ConcertTable, mapping: ConcertMapping, order: DayOrder | null): ReadSheet {
  const { rows, openQuote } = table
  const whole = (problem: string): ReadSheet => ({ ok: false, problems: [problem] })
  if (openQuote !== null)
    return whole(`The quotation mark that opens in line ${openQuote} is never closed, and takes the rest of the file.`)
  const missing = missingFields(mapping)
  if (missing.length > 0) return whole(`No column is known as: ${missing.join(', ')}. Choose it above.`)
  if (rows.length === 0) return whole('There is no row under the headings.')
  if (order === null)
    return whole('The dates can be read in two ways. Choose above which of day and month comes first.')

  const problems: string[] = []
  const singers = new Map<string, { name: string; cities: Map<string, { name: string; nights: Map<string, Night> }> }>()
  const first = new Map<object, number>()
  const lines = new Map<string, number>()
  let above: Cells | null = null
  for (const row of rows) {
    const fail = (field: ConcertField, problem: string): number =>
      problems.push(`Line ${row.row}, ${concertLabels[field]}: ${problem}`)
    if (row.broken) {
      problems.push(`Line ${row.row}: its quotation marks do not match`)
      continue
    }
    const before = problems.length
    const said = Object.fromEntries(concertFields.map((field) => [field, cellOf(row, mapping[field])])) as Cells
    // Merged cells: a further ticket type of the concert above.
    const cells: Cells = above && ofConcert.every((field) => said[field] === '') ? { ...above, ...only(said) } : said
    above = cells
    const night = nightOf(cells, order, fail)
    if (problems.length > before || night === null) continue
    const { singer, city, ticket } = cells
    const one = entry(singers, fold(singer), () => ({ name: singer, cities: new Map() }))
    const there = entry(one.cities, fold(canonicalCity(city)), () => ({ name: city, nights: new Map() }))
    const key = JSON.stringify([fold(night.venue), instantOfConcert(night)])
    const kept = entry(there.nights, key, () => ({ ...night, tickets: new Map() }))
    const from = first.get(kept) ?? row.row
    first.set(kept, from)
    for (const field of ['genre', 'state'] as const) {
      if (kept[field] !== undefined && night[field] !== undefined && kept[field] !== night[field])
        fail(field, `line ${from} says ${kept[field]} of the same concert`)
      kept[field] ??= night[field]
      if (kept[field] === undefined) delete kept[field]
    }
    const place = JSON.stringify([fold(singer), fold(canonicalCity(city)), key, fold(ticket)])
    const earlier = lines.get(place)
    if (earlier === undefined) {
      lines.set(place, row.row)
      kept.tickets.set(ticket, night.tickets.get(ticket)!)
    } else fail('ticket', `line ${earlier} has this ticket type of the same concert`)
  }
  if (problems.length > 0) return { ok: false, problems }
  return readCatalogue(
    Object.fromEntries(
      [...singers.values()].map(({ name, cities }) => [
        name,
        Object.fromEntries(
          [...cities.values()].map((city) => [city.name, listed([...city.nights.values()].map(plain))]),
        ),
      ]),
    ),
  )
}

const listed = <T>(nights: T[]): T | T[] => (nights.length === 1 ? nights[0]! : nights)

const plain = (night: Night) => ({ ...night, tickets: Object.fromEntries(night.tickets) })

const knownAs = (text: string, known: readonly string[]): string =>
  known.find((one) => fold(one) === fold(text)) ?? text

const fold = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ')

const cellOf = ({ cells }: SheetRow, at: number | null): string => (at === null ? '' : clean(cells[at]))

function entry<V>(map: Map<string, V>, key: string, make: () => V): V {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}

/** The concert of one row with its one ticket type; null after `fail`, which is called for each problem. */
function nightOf(cells: Cells, order: DayOrder, fail: (field: ConcertField, problem: string) => void): Night | null {
  const { singer, city, venue, date, ticket } = cells
  const empty = (['singer', 'city', 'venue', 'date', 'ticket', 'price'] as const).filter((field) => cells[field] === '')
  for (const field of empty) fail(field, 'is empty')
  if (/^(grand )?total:?$/i.test(ticket)) fail('ticket', 'is a total, not a ticket type')
  if (empty.length > 0) return null

  const behind = TIME.exec(date)?.[1] ?? ''
  const day = readDay(plainDay(date.replace(TIME, '')), order)
  const said = cells.time || behind
  const time = said === '' ? undefined : readTime(said)
  const price = readAmount(cells.price.replace(/\s*\/-$/, ''))
  if (day === null) fail('date', `“${date}” is not a date`)
  if (time === null) fail('time', `“${said}” is not a time`)
  else if (cells.time !== '' && behind !== '' && readTime(behind) !== time)
    fail('time', `“${cells.time}” is not the time of “${date}”`)
  if (price === null || price < 0) fail('price', `“${cells.price}” is not a price`)
  if (day === null || time === null || price === null || price < 0) return null
  const night: Night = {
    date: day,
    venue,
    tickets: new Map([[ticket, price / 100]]),
    ...(time !== undefined && { time }),
    ...(cells.genre !== '' && { genre: knownAs(cells.genre, genres) }),
    ...(cells.state !== '' && { state: knownAs(cells.state, states) }),
  }
  // The rules of the JSON file hold for each row, so that each problem has its line.
  const read = readCatalogue(Object.fromEntries([[singer, Object.fromEntries([[city, plain(night)]])]]))
  if (read.ok) return night
  const here = pathOf([singer, city])
  for (const problem of read.problems) {
    const what = problem.slice(problem.lastIndexOf(': ') + 2)
    const path = problem.slice(0, -what.length - 2)
    const field = path.startsWith(`${here}/tickets`)
      ? what === 'not a price'
        ? 'price'
        : 'ticket'
      : (concertFields.find((one) => path === `${here}/${one}`) ?? (path === here ? 'city' : 'singer'))
    fail(field, what)
  }
  return null
}

/** Returns the template of the JSON file as a sheet: its head and its rows. */
export function templateRows(): CsvCell[][] {
  const rows = Object.entries(importTemplate).flatMap(([singer, cities]) =>
    Object.entries(cities).flatMap(([city, nights]) =>
      [nights].flat().flatMap(({ date, venue, tickets, time, genre, state }) =>
        Object.entries(tickets).map(([ticket, price]): CsvCell[] => {
          const cells = {
            singer,
            city,
            venue,
            date,
            time: time ?? null,
            ticket,
            price,
            genre: genre ?? null,
            state: state ?? null,
          }
          return concertFields.map((field) => cells[field])
        }),
      ),
    ),
  )
  return [concertFields.map((field) => concertLabels[field]), ...rows]
}
