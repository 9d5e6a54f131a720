import { readCsvTable, type SheetRow } from '#platform/text/csv.ts'
import { hasHiddenSigns } from '#platform/text/hidden-characters.ts'
import { MAX_GUEST_CONTACT, MAX_GUEST_LIST, MAX_GUEST_NAME } from './guest.ts'

/** Guests of one file. */
export const MAX_GUESTS_A_FILE = 1_000
export const MAX_GUEST_FILE_BYTES = 1_000_000

export interface FileGuest {
  /** Row of the file, counted from 1. */
  row: number
  name: string
  contact: string | null
  people: number
  /** '' for the list chosen on the page. */
  list: string
}

interface RowProblem {
  /** Null for a problem of the whole file. */
  row: number | null
  text: string
}

export interface GuestFile {
  /** Rows without a problem. */
  guests: FileGuest[]
  problems: RowProblem[]
}

const fields = ['name', 'contact', 'people', 'list'] as const
type Field = (typeof fields)[number]

const headings: Record<string, Field> = {
  name: 'name',
  guest: 'name',
  'guest name': 'name',
  'full name': 'name',
  contact: 'contact',
  email: 'contact',
  'e-mail': 'contact',
  mail: 'contact',
  phone: 'contact',
  mobile: 'contact',
  number: 'people',
  people: 'people',
  count: 'people',
  quantity: 'people',
  tickets: 'people',
  list: 'list',
}

const clean = (cell: string | undefined): string =>
  (cell ?? '')
    .normalize('NFC')
    .replace(/^'(?=[=+\-@])/, '')
    .trim()

/** The column of each field: by the headings, or in the order name, contact, number, list without any. */
function placesOf(first: SheetRow): { places: Partial<Record<Field, number>>; isHead: boolean } {
  const places: Partial<Record<Field, number>> = {}
  for (const [index, cell] of first.cells.entries()) {
    const field = headings[clean(cell).toLowerCase()]
    if (field !== undefined) places[field] ??= index
  }
  if (places.name !== undefined) return { places, isHead: true }
  return { places: Object.fromEntries(fields.map((field, index) => [field, index])), isHead: false }
}

/**
 * Reads a list of guests from CSV: name, contact, number of people (1 when empty) and list, in this order or under a
 * heading. Names every problem with its row; `mostPeople` is the limit of one ticket. Sends nothing.
 */
export function readGuestFile(text: string, mostPeople: number): GuestFile {
  if (new Blob([text]).size > MAX_GUEST_FILE_BYTES) return whole('The file is larger than 1 MB. Split it into several.')
  const { rows, openQuote } = readCsvTable(text)
  if (openQuote !== null)
    return whole(`The quotation mark that opens in line ${openQuote} is never closed, and takes the rest of the file.`)
  if (rows.length === 0) return whole('There is no guest in it.')
  const { places, isHead } = placesOf(rows[0]!)
  const lines = isHead ? rows.slice(1) : rows
  if (lines.length === 0) return whole('There is no guest under the headings.')
  if (lines.length > MAX_GUESTS_A_FILE)
    return whole(`There are ${lines.length} guests in it, at most ${MAX_GUESTS_A_FILE} fit. Split it into several.`)

  const guests: FileGuest[] = []
  const problems: RowProblem[] = []
  const before = new Map<string, number>()
  for (const line of lines) {
    const cell = (field: Field): string => clean(places[field] === undefined ? '' : line.cells[places[field]])
    const number = cell('people')
    const guest: FileGuest = {
      row: line.row,
      name: cell('name'),
      contact: cell('contact') || null,
      people: number === '' ? 1 : Number(number),
      list: cell('list'),
    }
    const found = problemsOf(guest, number, line, mostPeople)
    const same = sameGuest(guest)
    const earlier = before.get(same)
    if (found.length === 0 && earlier !== undefined) found.push(`It is the same guest as in line ${earlier}.`)
    if (found.length === 0) {
      before.set(same, line.row)
      guests.push(guest)
    } else problems.push(...found.map((one) => ({ row: line.row, text: one })))
  }
  return { guests, problems }
}

const whole = (text: string): GuestFile => ({ guests: [], problems: [{ row: null, text }] })

/** Two guests are one when name, contact and list are the same but for case and spaces. */
export const sameGuest = ({ name, contact, list }: { name: string; contact: string | null; list: string }): string =>
  JSON.stringify([name, contact ?? '', list].map((text) => text.toLowerCase().replace(/\s+/g, ' ').trim()))

function problemsOf(guest: FileGuest, number: string, line: SheetRow, mostPeople: number): string[] {
  const problems: string[] = []
  if (line.broken) problems.push('Its quotation marks do not match.')
  if (guest.name === '') problems.push('The name is missing.')
  const texts = [
    ['name', guest.name, MAX_GUEST_NAME],
    ['contact', guest.contact ?? '', MAX_GUEST_CONTACT],
    ['list', guest.list, MAX_GUEST_LIST],
  ] as const
  for (const [what, text, longest] of texts) {
    if ([...text].length > longest) problems.push(`The ${what} has more than ${longest} characters.`)
    else if (text !== '' && hasHiddenSigns(text)) problems.push(`The ${what} has a line break or a hidden character.`)
  }
  if (!/^\d{0,6}$/.test(number) || guest.people < 1 || guest.people > mostPeople)
    problems.push(`The number of people is not a number from 1 to ${mostPeople}.`)
  return problems
}
