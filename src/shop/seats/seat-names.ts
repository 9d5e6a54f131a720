import type { SectionNames } from '#shop/catalogue/catalogue.ts'
import { parseSeatLabel } from './seat-map.ts'

export interface NamedSeats {
  seats: readonly string[]
  /** Null or missing without a layout. */
  sections?: SectionNames | null
}

/**
 * Returns 'Front stalls A9, A10; Balcony B1'. A section without a name keeps its code (`FRNT-A9`); `named`: one has a
 * name.
 */
export function formatSeats({ seats, sections }: NamedSeats): { n: number; list: string; named: boolean } {
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

export const spokenSeat = (seat: string, sections?: SectionNames | null): string =>
  formatSeats({ seats: [seat], sections }).list

/** Names a section where it begins: 'Front stalls A9', 'A10', 'Balcony B1'. */
export function formatSeatsOneByOne({ seats, sections }: NamedSeats): string[] {
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
