import type { SectionNames } from '#shop/catalogue/catalogue.ts'
import { parseSeatLabel } from './seat-map.ts'

/** Seats as the data names them, and the names of their sections as far as the device has them. */
export interface NamedSeats {
  seats: readonly string[]
  /** Missing in rows that an earlier version stored, and where there are no sections. */
  sections?: SectionNames
}

/**
 * Seats as people say them: 'Front stalls A9, A10; Balcony B1'. A section whose name is not here keeps its code in each
 * seat (`FRNT-A9`). `named` when at least one section's name stands in the list.
 */
export function spokenSeats({ seats, sections }: NamedSeats): { n: number; list: string; named: boolean } {
  const groups = new Map<string, string[]>()
  for (const label of seats) {
    const seat = parseSeatLabel(label)
    const name: unknown = seat?.section != null && sections?.[seat.section]
    const section = typeof name === 'string' ? name : ''
    const said = seat && section ? `${seat.row}${seat.number}` : label
    groups.set(section, [...(groups.get(section) ?? []), said])
  }
  const parts = [...groups].map(([section, said]) => (section ? `${section} ` : '') + said.join(', '))
  return { n: seats.length, list: parts.join('; '), named: [...groups.keys()].some(Boolean) }
}

/** One seat as people say it: 'Front stalls A9'. */
export const spokenSeat = (seat: string, sections?: SectionNames): string =>
  spokenSeats({ seats: [seat], ...(sections && { sections }) }).list

/** The seats one by one; a section is named where it begins: 'Front stalls A9', 'A10', 'Balcony B1'. */
export function spokenOneByOne({ seats, sections }: NamedSeats): string[] {
  const parsed = seats.map(parseSeatLabel)
  return seats.map((label, index) => {
    const seat = parsed[index]
    const section = seat?.section ?? null
    const goesOn = section !== null && parsed[index - 1]?.section === section
    return seat && goesOn && typeof sections?.[section] === 'string'
      ? `${seat.row}${seat.number}`
      : spokenSeat(label, sections)
  })
}
