import type { LayoutData, LayoutSection, RowShape, SectionPlace } from '#shop/layouts/layout.ts'

const NAME_ROOM = 1.5

const isPlaced = ({ sections }: LayoutData): boolean => sections.every(({ x }) => x !== undefined)

const short = (value: number): number => Math.round(value * 100) / 100

/** Places every section where it is drawn without a place: one below the other. A placed layout stays as it is. */
export function placeAll(data: LayoutData): LayoutData {
  if (isPlaced(data)) return data
  let below = 0
  const sections = data.sections.map((section): LayoutSection => {
    const y = below
    below += section.rows.reduce((sum, { gap = 0 }) => sum + 1 + gap, NAME_ROOM)
    return { ...section, x: 0, y: short(y) }
  })
  return { ...data, sections }
}

/** Draws sections one below the other again, without a stage among them. */
export function unplaceAll({ platform: _, ...data }: LayoutData): LayoutData {
  return { ...data, sections: data.sections.map(({ x: _x, y: _y, turn: _turn, ...section }) => section) }
}

/** Moves or turns one section, after placing all. Turns are kept from -180 to 180; a value that is no number changes nothing. */
export function placeSection(
  data: LayoutData,
  at: number,
  change: Partial<Record<keyof SectionPlace, number>>,
): LayoutData {
  if (!data.sections[at] || Object.values(change).some(Number.isNaN)) return data
  const placed = placeAll(data)
  const sections = placed.sections.map((section, index): LayoutSection => {
    if (index !== at) return section
    const { turn: before = 0, ...rest } = section
    const { x = rest.x, y = rest.y, turn = before } = change
    const around = short(turn - 360 * Math.ceil(turn / 360 - 0.5))
    return { ...rest, x: short(x ?? 0), y: short(y ?? 0), ...(around === 0 ? {} : { turn: around }) }
  })
  return { ...placed, sections }
}

/** Returns where a section is: its own place, or the one that `placeAll` gives it. */
export function placeOfSection(data: LayoutData, at: number): Required<SectionPlace> {
  const { x = 0, y = 0, turn = 0 } = placeAll(data).sections[at] ?? {}
  return { x, y, turn }
}

/** Changes the shape of one row; 0 takes a part of it away, and a value that is no number changes nothing. */
export function shapeRow(data: LayoutData, at: { section: number; row: number }, change: RowShape): LayoutData {
  const section = data.sections[at.section]
  const row = section?.rows[at.row]
  if (!section || !row || Object.values(change).some(Number.isNaN)) return data
  const { curve = 0, shift = 0, gap = 0, ...rest } = { ...row, ...change }
  const shape = Object.fromEntries(Object.entries({ curve, shift, gap }).filter(([, value]) => value !== 0))
  const rows = section.rows.map((one, index) => (index === at.row ? { ...rest, ...shape } : one))
  return { ...data, sections: data.sections.map((one, index) => (index === at.section ? { ...one, rows } : one)) }
}
