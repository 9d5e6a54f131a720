import type { LayoutData } from '#shop/layouts/layout.ts'
import { rowLetters } from '#shop/seats/seat-map.ts'

/** A section as typed: straight rows of the same length. */
export interface SimpleSection {
  code: string
  name: string
  rows: string
  seats: string
}

/** Of the quick form; the layout editor draws more. */
export const MAX_SIMPLE_ROWS = 60
export const MAX_SIMPLE_SEATS = 100

export const defaultSections: readonly SimpleSection[] = [
  { code: 'FRNT', name: 'Front stalls', rows: '6', seats: '14' },
  { code: 'REAR', name: 'Rear stalls', rows: '8', seats: '16' },
  { code: 'BALC', name: 'Balcony', rows: '4', seats: '18' },
]

const wholeTo = (text: string, most: number): number | null =>
  /^\d{1,3}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= most ? Number(text) : null

export const rowsOf = (section: SimpleSection): number | null => wholeTo(section.rows, MAX_SIMPLE_ROWS)
export const seatsOf = (section: SimpleSection): number | null => wholeTo(section.seats, MAX_SIMPLE_SEATS)

/** Adds a section with a code of its own. */
export function addSimpleSection(sections: readonly SimpleSection[]): SimpleSection[] {
  let n = sections.length + 1
  while (sections.some(({ code }) => code === `S${n}`)) n += 1
  return [...sections, { code: `S${n}`, name: `Section ${n}`, rows: '4', seats: '10' }]
}

/** Draws what is typed so far; a section whose numbers cannot be read is left out. */
export function simpleHall(sections: readonly SimpleSection[]): LayoutData {
  return {
    stage: 'top',
    sections: sections.flatMap((section) => {
      const [rows, seats] = [rowsOf(section), seatsOf(section)]
      if (rows === null || seats === null) return []
      return [
        {
          code: section.code,
          name: section.name.trim() || section.code,
          rows: Array.from({ length: rows }, (_, row) => ({
            label: rowLetters(row),
            seats: Array.from({ length: seats }, (__, seat) => seat + 1),
          })),
        },
      ]
    }),
  }
}
