import { useMemo } from 'react'
import type { LayoutData } from '#shop/catalogue/catalogue.ts'
import { countSeats } from '#shop/layouts/layout-draft.ts'
import { seatMapOf, type SeatMap } from '#shop/seats/seat-map.ts'
import { classes } from '#ui/controls/classes.ts'
import { SeatMapView } from '#ui/seat-map/seat-map-view.tsx'

const nothingTaken: ReadonlySet<string> = new Set()

export const seatMapOfLayout = (data: LayoutData): SeatMap =>
  seatMapOf({
    id: 'preview',
    totalTickets: countSeats(data.sections),
    gridColumns: null,
    layout: { id: 'preview', name: '', ...data },
  })

export function LayoutPreview({ name, data, className }: { name: string; data: LayoutData; className?: string }) {
  const map = useMemo(() => seatMapOfLayout(data), [data])
  return (
    <div className={classes('flex flex-col overflow-hidden rounded-control', className)}>
      <SeatMapView map={map} label={`Seats of ${name}`} taken={nothingTaken} />
    </div>
  )
}
