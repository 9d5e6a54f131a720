import { createRoot, type Root } from 'react-dom/client'
import { flushSync } from 'react-dom'
import type { SeatMap } from '../../../src/shop/seats/seat-map.ts'
import '../../../src/index.css'
import { BareCanvas } from './bare-canvas.tsx'
import { ProductMap } from './product-map.tsx'
import { SeatPerButton } from './seat-per-button.tsx'

/** Three ways to draw one map with the same state: the set of chosen labels. */
const ways = { shop: ProductMap, buttons: SeatPerButton, canvas: BareCanvas }
export type Way = keyof typeof ways

let root: Root | null = null

function hall(seats: number): SeatMap {
  const perRow = Math.min(50, Math.ceil(Math.sqrt(seats)))
  const rows = Math.ceil(seats / perRow)
  const sections: SeatMap['sections'] = []
  for (let row = 0; row < rows; row += 1) {
    if (row % 20 === 0) {
      const code = `S${sections.length + 1}`
      sections.push({ code, name: `Section ${sections.length + 1}`, rows: [] })
    }
    const section = sections.at(-1)!
    const label = String.fromCharCode(65 + (row % 20))
    const count = Math.min(perRow, seats - row * perRow)
    section.rows.push({
      label,
      seats: Array.from({ length: count }, (_, at) => ({
        label: `${section.code}-${label}${at + 1}`,
        number: at + 1,
        blocked: false,
        wheelchair: false,
      })),
    })
  }
  return { places: sections.map((section) => section.code!), stage: 'top', sections, total: seats }
}

const halls = new Map<number, SeatMap>()

/** Called by the bench; each returns once React's update is painted. */
const bench = {
  prepare(seats: number): void {
    if (!halls.has(seats)) halls.set(seats, hall(seats))
  },
  mount(way: Way, seats: number): void {
    const Map = ways[way]
    root = createRoot(document.getElementById('root')!)
    flushSync(() => root!.render(<Map map={halls.get(seats)!} />))
  },
  unmount(): void {
    root?.unmount()
    root = null
  },
}
export type Bench = typeof bench
Object.assign(globalThis, { bench })
