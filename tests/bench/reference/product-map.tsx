import { useCallback, useState } from 'react'
import type { SeatMap } from '../../../src/shop/seats/seat-map.ts'
import { zoomStep } from '../../../src/ui/seat-map/pane/pane-zoom.ts'
import { SeatMapView, type SeatWords } from '../../../src/ui/seat-map/seat-map-view.tsx'

const none: ReadonlySet<string> = new Set()
const describe = ({ section, row, number, state }: SeatWords): string =>
  `${section}, row ${row}, seat ${number}, ${state}`

export function ProductMap({ map }: { map: SeatMap }) {
  const [chosen, setChosen] = useState(none)
  const press = useCallback((label: string) => setChosen((before) => toggled(before, label)), [])
  return (
    <div className="flex flex-col" style={{ width: 390, height: 640 }}>
      <SeatMapView map={map} label="Seats" taken={none} selected={chosen} describe={describe} onPress={press} />
    </div>
  )
}

/** Zoom buttons of the references, with the shop's factor. */
export const zoomSteps = [
  ['Zoom in', zoomStep],
  ['Zoom out', 1 / zoomStep],
] as const

export function toggled(before: ReadonlySet<string>, label: string): ReadonlySet<string> {
  const after = new Set(before)
  if (!after.delete(label)) after.add(label)
  return after
}
