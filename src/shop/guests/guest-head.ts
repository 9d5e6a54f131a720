import type { SheetRow } from '#platform/text/csv.ts'
import { isEmail } from '#shop/people/profile.ts'
import { clean, isNumber, isPhone, plainText, zoneOf } from './guest-cells.ts'

/** Meanings of a column of a guest list. A name is one column, or first and last name. */
export const guestFields = [
  'name',
  'firstName',
  'lastName',
  'people',
  'plusOnes',
  'zone',
  'contact',
  'phone',
  'email',
  'list',
  'note',
] as const
type GuestField = (typeof guestFields)[number]
export type GuestMapping = Record<GuestField, number | null>

export interface GuestTable {
  /** Empty names for a file without headings. */
  head: string[]
  isHead: boolean
  /** Rows below the head, numbered as a spreadsheet numbers them. */
  rows: SheetRow[]
  /** Row number of a quote that is never closed (the rows below it are lost); null without one. */
  openQuote: number | null
}

const noMapping: GuestMapping = {
  ...{ name: null, firstName: null, lastName: null, people: null, plusOnes: null, zone: null },
  ...{ contact: null, phone: null, email: null, list: null, note: null },
}

/** Words that are a number's heading in one file and a text's in another: half of the cells must fit. */
const AMBIGUOUS = /^(people|persons|guests|tickets?|seats?|attendees|count|number|nos?|admits?|party)$/

type Tell = [GuestField, (name: string) => boolean]

/** Patterns of column names, the most specific first; each takes the first column that fits and is free. */
const tells: Tell[] = [
  ['firstName', (name) => /\b(first|given|fore) ?name\b|^first$/.test(name)],
  ['lastName', (name) => /\b(last|family) ?name\b|\bsurname\b|^last$/.test(name)],
  [
    'email',
    (name) => /\be? ?mail\b|ई ?मेल|ईमेल/.test(name) && !/\bopt\b|sent|consent|subscri|verif|status|list/.test(name),
  ],
  [
    'phone',
    (name) =>
      (/phone|mobile|whats ?app|\bcell\b|\bmob\b|\bph\b|\btel\b|contact (no|number)|फ़ोन|फोन|मोबा|व्हाट्स/.test(name) &&
        !/code|opt|type|country/.test(name)) ||
      name === 'number',
  ],
  [
    'people',
    (name) =>
      /\bpax\b|\bqty\b|quantity|how many|head ?count|party size|group size|\bheads\b|संख्या|लोग|कितने|किती/.test(name) ||
      /\b(no|nos|number|num|count|total|s) (of )?(the )?(tickets?|guests?|people|persons?|seats?|attendees?|admits?|entries|members)\b/.test(
        name,
      ) ||
      /\b(tickets?|guests?|people|persons?|seats?|admit) (count|quantity|booked|bought|total|required|needed)\b/.test(
        name,
      ),
  ],
  ['people', (name) => AMBIGUOUS.test(name)],
  ['plusOnes', (name) => /\bplus ones?\b|^(additional|extra|accompanying) (guests?|people|persons?)$/.test(name)],
  [
    'zone',
    (name) =>
      /\bzone\b|\b(ticket|pass|seat) ?(type|name|category|class|tier)\b|^(ticket|pass)$|ज़ोन|झोन|श्रेणी|टिकट|तिकीट/.test(
        name,
      ),
  ],
  [
    'zone',
    (name) => /^(ticket|product|item|category|class|tier|section|tickets|passes|seating)( (name|type))?$/.test(name),
  ],
  [
    'name',
    (name) =>
      /\b(attendee|guest|participant|invitee|visitor) (s )?(full )?name\b|^name of (the )?\w+$|\bholder\b/.test(name),
  ],
  ['name', (name) => /^(your )?(full )?names?$|(^| )(नाम|नाव)( |$)/.test(name)],
  [
    'name',
    (name) =>
      /\bname\b/.test(name) &&
      !/ticket|event|company|organi[sz]|user|file|city|venue|coupon|product|\blist\b/.test(name),
  ],
  [
    'name',
    (name) => /^(guests?|attendees?|participants?|invitees?|visitors?|customers?|buyers?|persons?|who)$/.test(name),
  ],
  ['contact', (name) => /^(contacts?|reach)( (details?|info))?$|^संपर्क/.test(name)],
  ['list', (name) => /^(guest ?)?lists?( name)?$|^invited by$|यादी|सूची/.test(name)],
  [
    'note',
    (name) =>
      /\bnotes?\b|remark|comment|anything else|special|message|instruction|और कुछ|आणखी काही|टिप्पणी|टीप|शेरा/.test(name),
  ],
]

/** Guesses the field of each column from the headings and, where one word has two meanings, from the cells. */
export function guessGuestMapping({ head, isHead, rows }: GuestTable, zones: readonly string[]): GuestMapping {
  const mapping = { ...noMapping }
  const taken = new Set<number>()
  const take = (field: GuestField, at: number): void => {
    if (at < 0 || mapping[field] !== null) return
    mapping[field] = at
    taken.add(at)
  }
  const cells = (at: number): string[] => rows.map((row) => clean(row.cells[at])).filter((cell) => cell !== '')
  const mostly = (at: number, fits: (cell: string) => boolean): boolean => {
    const all = cells(at)
    return all.length > 0 && all.filter(fits).length * 2 >= all.length
  }
  const find = (fits: (at: number) => boolean): number => head.findIndex((_, at) => !taken.has(at) && fits(at))
  const isZone = (cell: string): boolean => zoneOf(cell, zones) >= 0

  if (!isHead) return guessWithoutHead({ take, find, mostly, cells, isZone, mapping })
  const names = head.map(plainText)
  const fits = (field: GuestField, name: string, at: number): boolean => {
    // A number of people may count them already.
    if (field === 'plusOnes') return mapping.people === null && mostly(at, isNumber)
    if (!AMBIGUOUS.test(name)) return true
    if (field === 'phone') return mostly(at, isPhone)
    return field !== 'people' || mostly(at, isNumber) || (cells(at).length === 0 && name !== 'guests')
  }
  for (const [field, tell] of tells)
    take(
      field,
      find((at) => tell(names[at]!) && fits(field, names[at]!, at)),
    )
  // A heading of one's own ('Which side?') above the names of zones.
  if (mapping.zone === null || !mostly(mapping.zone, isZone)) {
    const at = find((one) => mostly(one, isZone))
    if (at >= 0) mapping.zone = at
  }
  if (mapping.firstName !== null && mapping.name !== null) {
    const whole = /^(full )?name$|attendee|guest/.test(names[mapping.name]!)
    if (whole) mapping.firstName = mapping.lastName = null
    else mapping.name = null
  }
  return mapping
}

/** Name, contact, number and list in this order, as far as the cells fit; columns that say what they are go before. */
function guessWithoutHead({
  take,
  find,
  mostly,
  cells,
  isZone,
  mapping,
}: {
  take: (field: GuestField, at: number) => void
  find: (fits: (at: number) => boolean) => number
  mostly: (at: number, fits: (cell: string) => boolean) => boolean
  cells: (at: number) => string[]
  isZone: (cell: string) => boolean
  mapping: GuestMapping
}): GuestMapping {
  take(
    'email',
    find((at) => mostly(at, isEmail)),
  )
  take(
    'phone',
    find((at) => mostly(at, isPhone)),
  )
  const isSerial = (at: number): boolean => cells(at).length > 1 && cells(at).every((cell, n) => cell === String(n + 1))
  take(
    'people',
    find((at) => mostly(at, isNumber) && !isSerial(at)),
  )
  take(
    'zone',
    find((at) => mostly(at, isZone)),
  )
  take(
    'name',
    find((at) => mostly(at, (cell) => /\p{L}/u.test(cell))),
  )
  take(
    'list',
    find((at) => mostly(at, (cell) => /\p{L}/u.test(cell))),
  )
  return mapping
}

const MAX_PREAMBLE_ROWS = 20

const hasName = ({ name, firstName, lastName }: GuestMapping): boolean =>
  name !== null || firstName !== null || lastName !== null

/** Returns the first row that reads like headings and the rows below it; without one, all rows. Null without rows. */
export function guestTableOf(rows: readonly SheetRow[], openQuote: number | null = null): GuestTable | null {
  if (rows.length === 0) return null
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const at = rows.slice(0, MAX_PREAMBLE_ROWS).findIndex(({ cells }, index) => {
    const said = cells.map(clean).filter((cell) => cell !== '')
    if (said.some((cell) => isEmail(cell) || isPhone(cell) || isNumber(cell))) return false
    const mapping = guessGuestMapping({ head: cells, isHead: true, rows: rows.slice(index + 1), openQuote }, [])
    const known = Object.values(mapping).filter((one) => one !== null).length
    // Alone, 'Guest' may be what stands beside a person; above a column of names it comes first.
    const isNamed = /name|नाम|नाव/.test(plainText(cells[mapping.name ?? -1] ?? ''))
    return (
      hasName(mapping) && (known > 1 || isNamed || plainText(cells[mapping.name ?? -1] ?? '') === plainText(said[0]!))
    )
  })
  const head = Array.from({ length: width }, (_, column) => (at < 0 ? '' : clean(rows[at]!.cells[column])))
  return { head, isHead: at >= 0, rows: at < 0 ? [...rows] : rows.slice(at + 1), openQuote }
}

/** Columns with text that no field uses, in their order. */
export const unusedColumns = ({ head, rows }: GuestTable, mapping: GuestMapping): number[] => {
  const used = new Set(Object.values(mapping))
  return [...head.keys()].filter(
    (at) => !used.has(at) && (head[at] !== '' || rows.some(({ cells }) => clean(cells[at]) !== '')),
  )
}

export const isUsable = hasName
