import { genres, type Genre } from '../catalogue.ts'
import { canonicalCity } from '../cities.ts'
import { stateOfCity, states } from '#shop/terms/states.ts'
import { hasHiddenSigns } from '#platform/text/hidden-characters.ts'
import { fromIst } from '#platform/time/ist.ts'

/** singer → city → {date, venue, tickets: {name: rupees}, time?, genre?, state?}, or a list of these; SQL `import_catalogue` has the same rules. */

/** IST, for files without a time. */
const DEFAULT_TIME = '19:00'
export const TICKETS_PER_TYPE = 100
/** In bytes: about ten thousand events. */
export const MAX_IMPORT_FILE_BYTES = 5 * 1024 * 1024

interface ImportedConcert {
  date: string
  venue: string
  tickets: Record<string, number>
  time?: string
  genre?: Genre | null
  /** Of the venue, for its local tax. */
  state?: string | null
}

export type ImportedCatalogue = Record<string, Record<string, ImportedConcert | ImportedConcert[]>>

export type ReadCatalogue =
  | { ok: true; catalogue: ImportedCatalogue; concerts: number }
  /** For example 'Arijit/Mumbai/date: not a date', in the order of the file. */
  | { ok: false; problems: string[] }

export const importTemplate: ImportedCatalogue = {
  'Meher Qazi': {
    Mumbai: {
      date: '2027-01-16',
      venue: 'NSCI Dome',
      tickets: { Gold: 3500, Silver: 1500 },
      time: '19:30',
      genre: 'Folk',
    },
    Pune: [
      { date: '2027-01-23', venue: 'Ganesh Kala Krida Manch', tickets: { General: 999.5 } },
      { date: '2027-01-24', venue: 'Ganesh Kala Krida Manch', tickets: { General: 999.5 } },
    ],
  },
}

/** Characters of a singer's name, as the database has it (`guard_singer`). */
export const SINGER_MAX = 120
const CITY_MAX = 80
const VENUE_MAX = 160
const TICKET_MAX = 80
const MAX_RUPEES = 9_999_999.99
const PATH_NAME_MAX = 80

const knownFields = ['date', 'venue', 'tickets', 'time', 'genre', 'state']
const edges = /^[\s\u200b]+|[\s\u200b]+$/g

const clean = (text: string): string => text.normalize('NFC').replace(edges, '')

const isLine = (value: unknown, longest: number): value is string => {
  if (typeof value !== 'string') return false
  const text = clean(value)
  return text !== '' && [...text].length <= longest && !hasHiddenSigns(text)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function step(name: string): string {
  const signs = [...name]
  if (clean(name) === '') return '(empty)'
  return signs.length > PATH_NAME_MAX ? `${signs.slice(0, PATH_NAME_MAX).join('')}…` : name
}

/** Names a place of the file: 'Arijit/Mumbai/date'. */
export const pathOf = (steps: readonly string[]): string => steps.map(step).join('/')

const fold = (text: string): string => clean(text).toLowerCase()

/** Returns the start as ISO text; null for an invalid date or time. */
export function instantOfConcert(concert: { date?: unknown; time?: unknown }): string | null {
  const { date, time = DEFAULT_TIME } = concert
  if (typeof date !== 'string' || typeof time !== 'string' || !/^20\d\d-/.test(date)) return null
  try {
    return fromIst(date, time)
  } catch {
    return null
  }
}

export function readCatalogue(file: unknown): ReadCatalogue {
  if (!isObject(file)) return { ok: false, problems: ['The file: not an object of singers'] }
  const problems: string[] = []
  const catalogue = new Map<string, Map<string, ImportedConcert | ImportedConcert[]>>()
  const seen = new Set<string>()
  let concerts = 0
  for (const [singer, cities] of Object.entries(file)) {
    const at = step(singer)
    if (!isLine(singer, SINGER_MAX)) problems.push(`${at}: not a name of 1 to ${SINGER_MAX} characters`)
    if (!isObject(cities)) {
      problems.push(`${at}: not an object of cities`)
      continue
    }
    if (Object.keys(cities).length === 0) problems.push(`${at}: no city`)
    const stored = new Map<string, ImportedConcert | ImportedConcert[]>()
    for (const [city, given] of Object.entries(cities)) {
      const there = `${at}/${step(city)}`
      if (!isLine(city, CITY_MAX)) problems.push(`${there}: not a city of 1 to ${CITY_MAX} characters`)
      const name = canonicalCity(clean(city))
      const nights: ImportedConcert[] = []
      if (Array.isArray(given) && given.length === 0) problems.push(`${there}: no concert`)
      for (const [n, concert] of [given].flat().entries()) {
        const here = Array.isArray(given) ? `${there}/${n + 1}` : there
        concerts += 1
        if (!isObject(concert)) {
          problems.push(`${here}: not an object with date, venue and tickets`)
          continue
        }
        checkConcert(here, concert, problems)
        // Bombay and Mumbai are one key.
        const key = JSON.stringify([fold(singer), fold(name), fold(String(concert.venue)), instantOfConcert(concert)])
        if (stored.has(name) || seen.has(key)) problems.push(`${here}: is listed twice`)
        seen.add(key)
        nights.push(withState(name, concert as unknown as ImportedConcert))
      }
      if (nights.length > 0) stored.set(name, Array.isArray(given) ? nights : nights[0]!)
    }
    catalogue.set(singer, stored)
  }
  if (Object.keys(file).length === 0) problems.push('The file: nothing in it')
  if (problems.length > 0) return { ok: false, problems }
  // fromEntries makes own properties of any name, even __proto__.
  return {
    ok: true,
    concerts,
    catalogue: Object.fromEntries([...catalogue].map(([singer, stored]) => [singer, Object.fromEntries(stored)])),
  }
}

/** A file that names no state has that of a large city, as the form suggests it. */
function withState(city: string, concert: ImportedConcert): ImportedConcert {
  const state = concert.state === undefined ? stateOfCity(city) : null
  return state === null ? concert : { ...concert, state }
}

function checkConcert(here: string, concert: Record<string, unknown>, problems: string[]): void {
  const { date, venue, tickets, time, genre, state } = concert
  if (date === undefined) problems.push(`${here}/date: missing`)
  else if (instantOfConcert({ date }) === null) problems.push(`${here}/date: not a date`)
  if (venue === undefined) problems.push(`${here}/venue: missing`)
  else if (!isLine(venue, VENUE_MAX)) problems.push(`${here}/venue: not text of 1 to ${VENUE_MAX} characters`)
  if (time !== undefined && instantOfConcert({ date: '2026-01-01', time }) === null)
    problems.push(`${here}/time: not a time`)
  if (genre !== undefined && genre !== null && !genres.some((known) => known === genre))
    problems.push(`${here}/genre: not one of ${genres.join(', ')}`)
  if (state !== undefined && state !== null && !states.some((known) => known === state))
    problems.push(`${here}/state: not a state or union territory of India`)
  for (const name of Object.keys(concert))
    if (!knownFields.includes(name)) problems.push(`${here}/${step(name)}: not a known field`)
  if (tickets === undefined) problems.push(`${here}/tickets: missing`)
  else if (!isObject(tickets)) problems.push(`${here}/tickets: not an object of prices`)
  else checkTickets(`${here}/tickets`, tickets, problems)
}

function checkTickets(here: string, tickets: Record<string, unknown>, problems: string[]): void {
  const names = new Set<string>()
  const entries = Object.entries(tickets)
  if (entries.length === 0) problems.push(`${here}: no ticket type`)
  for (const [name, price] of entries) {
    const at = `${here}/${step(name)}`
    if (!isLine(name, TICKET_MAX)) problems.push(`${at}: not a name of 1 to ${TICKET_MAX} characters`)
    else if (names.has(fold(name))) problems.push(`${at}: is listed twice`)
    names.add(fold(name))
    if (!isPrice(price)) problems.push(`${at}: not a price`)
  }
}

/** Rupees with at most two decimals; a number, not text. */
const isPrice = (value: unknown): boolean =>
  typeof value === 'number' && value >= 0 && value <= MAX_RUPEES && Number(value.toFixed(2)) === value
