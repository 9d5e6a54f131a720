/** One seat of a pretix plan, in pixels from the plan's corner. */
export interface PlanSeat {
  x: number
  y: number
  number: string
  category: string
}

export interface PlanRow {
  zone: number
  label: string
  seats: PlanSeat[]
}

export interface PlanArea {
  text: string
  x: number
  y: number
  width: number
  height: number
}

export interface Plan {
  name: string
  /** Their names, '' for none. */
  zones: string[]
  rows: PlanRow[]
  areas: PlanArea[]
}

type Raw = Record<string, unknown>
const asObject = (value: unknown): Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Raw) : {}
const asList = (value: unknown): Raw[] => (Array.isArray(value) ? value.map(asObject) : [])
const asText = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
const asNumber = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0)
const placeIn = (value: Raw): { x: number; y: number } => {
  const { x, y } = asObject(value.position)
  return { x: asNumber(x), y: asNumber(y) }
}

/** Reads pretix's seating-plan.schema.json, also as its editor writes it; null for anything that has no zones. */
export function readPlan(content: unknown): Plan | null {
  const plan = asObject(content)
  if (!Array.isArray(plan.zones) || 'format' in plan) return null
  const zones = asList(plan.zones)
  return {
    name: asText(plan.name),
    zones: zones.map(({ name }) => asText(name)),
    rows: zones.flatMap((zone, index) =>
      asList(zone.rows).map((row) => {
        const [of, at] = [placeIn(zone), placeIn(row)]
        return {
          zone: index,
          label: asText(row.row_number),
          seats: asList(row.seats).map((seat) => {
            const { x, y } = placeIn(seat)
            return {
              ...{ x: of.x + at.x + x, y: of.y + at.y + y },
              ...{ number: asText(seat.seat_number), category: asText(seat.category) },
            }
          }),
        }
      }),
    ),
    areas: zones.flatMap((zone) => asList(zone.areas).map((area) => areaOf(area, placeIn(zone)))),
  }
}

function areaOf(area: Raw, zone: { x: number; y: number }): PlanArea {
  const at = placeIn(area)
  const text = asText(area.text) || asText(asObject(area.text).text)
  const { width, height } = 'rectangle' in area ? asObject(area.rectangle) : area
  const round = asObject(area.ellipse ?? area.circle).radius
  const { x: across, y: down } = typeof round === 'number' ? { x: round, y: round } : asObject(round)
  // A rectangle is placed by its corner, a round area by its middle.
  const [wide, high] = [asNumber(across), asNumber(down)]
  return {
    text,
    x: zone.x + at.x - wide,
    y: zone.y + at.y - high,
    width: asNumber(width) + 2 * wide,
    height: asNumber(height) + 2 * high,
  }
}
