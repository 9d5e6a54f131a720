import type { SheetRow } from '#platform/text/csv.ts'
import { hasHiddenSigns } from '#platform/text/hidden-characters.ts'
import { clean, zoneOf } from './guest-cells.ts'
import type { GuestMapping, GuestTable } from './guest-head.ts'
import { MAX_GUEST_CONTACT, MAX_GUEST_LIST, MAX_GUEST_NAME, MAX_GUEST_NOTE } from './guest.ts'

/** Guests of one file. */
export const MAX_GUESTS_A_FILE = 1_000
export const MAX_GUEST_FILE_BYTES = 5 * 1024 * 1024

export interface FileGuest {
  /** Row of the file, counted from 1. */
  row: number
  name: string
  /** Telephone and e-mail, if both are given. */
  contact: string | null
  people: number
  /** '' for the list chosen on the page. */
  list: string
  /** The ticket category; null for the one chosen on the page. */
  zone: string | null
  note: string | null
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

export interface Zone {
  id: string
  name: string
}

/** Between telephone and e-mail of one guest. */
export const CONTACT_GAP = ' · '

/**
 * Reads the guests of a table by the mapping: a number of people is 1 when empty, plus ones are added to it, a zone one of `zones`. Names every
 * problem with its row; `mostPeople` is the limit of one ticket. Sends nothing.
 */
export function readGuests(
  { rows, isHead, openQuote }: GuestTable,
  mapping: GuestMapping,
  { zones, mostPeople }: { zones: readonly Zone[]; mostPeople: number },
): GuestFile {
  if (openQuote !== null)
    return whole(`The quotation mark that opens in line ${openQuote} is never closed, and takes the rest of the file.`)
  if (rows.length === 0) return whole(isHead ? 'There is no guest under the headings.' : 'There is no guest in it.')
  if (rows.length > MAX_GUESTS_A_FILE)
    return whole(`There are ${rows.length} guests in it, at most ${MAX_GUESTS_A_FILE} fit. Split it into several.`)

  const names = zones.map(({ name }) => name)
  const guests: FileGuest[] = []
  const problems: RowProblem[] = []
  const before = new Map<string, number>()
  for (const line of rows) {
    const cell = (field: keyof GuestMapping): string => clean(line.cells[mapping[field] ?? -1])
    const said = cell('zone')
    const at = zoneOf(said, names)
    const contacts = [cell('contact'), cell('phone'), cell('email')].filter((text) => text !== '')
    const guest: FileGuest = {
      row: line.row,
      name: mapping.name === null ? [cell('firstName'), cell('lastName')].filter(Boolean).join(' ') : cell('name'),
      contact: [...new Set(contacts)].join(CONTACT_GAP) || null,
      people: numberOf(cell('people'), 1) + numberOf(cell('plusOnes'), 0),
      list: cell('list'),
      zone: zones[at]?.id ?? null,
      note: cell('note') || null,
    }
    const found = problemsOf(guest, line, mostPeople)
    if (said !== '' && at < 0) found.push(`“${said}” is no ticket of this event: ${names.join(', ')}.`)
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

const numberOf = (text: string, empty: number): number =>
  text === '' ? empty : Number(/^(\d{1,6})(?:\.0+)?(?:\s*\p{L}+)?$/u.exec(text)?.[1] ?? Number.NaN)

const whole = (text: string): GuestFile => ({ guests: [], problems: [{ row: null, text }] })

/** Two guests are one when name, contact, list and zone are the same but for case and spaces. */
export const sameGuest = (guest: { name: string; contact: string | null; list: string; zone: string | null }): string =>
  JSON.stringify(
    [guest.name, guest.contact ?? '', guest.list, guest.zone ?? ''].map((text) =>
      text.toLowerCase().replace(/\s+/g, ' ').trim(),
    ),
  )

function problemsOf(guest: FileGuest, line: SheetRow, mostPeople: number): string[] {
  const problems: string[] = []
  if (line.broken) problems.push('Its quotation marks do not match.')
  if (guest.name === '') problems.push('The name is missing.')
  if (/^(grand )?total:?$/i.test(guest.name)) problems.push('It is a total, not a guest.')
  const texts = [
    ['name', guest.name, MAX_GUEST_NAME],
    ['contact', guest.contact ?? '', MAX_GUEST_CONTACT],
    ['list', guest.list, MAX_GUEST_LIST],
    ['note', guest.note ?? '', MAX_GUEST_NOTE],
  ] as const
  for (const [what, text, longest] of texts) {
    if ([...text].length > longest) problems.push(`The ${what} has more than ${longest} characters.`)
    else if (text !== '' && hasHiddenSigns(text)) problems.push(`The ${what} has a line break or a hidden character.`)
  }
  if (!(guest.people >= 1 && guest.people <= mostPeople))
    problems.push(`The number of people is not a number from 1 to ${mostPeople}.`)
  return problems
}
