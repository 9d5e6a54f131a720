import { useMemo } from 'react'
import type { LayoutData } from '#shop/catalogue/catalogue.ts'
import { countSeats } from '#shop/layouts/layout-draft.ts'
import { seatMapOf, type SeatMap } from '#shop/seats/seat-map.ts'
import { classes } from '#ui/controls/classes.ts'
import { SeatMapView } from '#ui/seat-map/seat-map-view.tsx'
import { layOutSeats, placeOf } from '#shop/seats/seat-geometry.ts'

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

const SIDE = 0.74
const ROOM = 1.5

export function LayoutOverview({ name, data, className }: { name: string; data: LayoutData; className?: string }) {
  const { hall, dots } = useMemo(() => {
    const geometry = layOutSeats(seatMapOfLayout(data))
    const path = geometry.seats.map((_, seat) => {
      const { x, y } = placeOf(geometry, seat)
      return `M${x} ${y}h${SIDE}v${SIDE}h-${SIDE}z`
    })
    return { hall: geometry, dots: path.join('') }
  }, [data])
  const width = Math.max(hall.width, 8)
  const stage = hall.stage === 'top' ? -ROOM / 2 : hall.height + ROOM / 2
  return (
    <div className={className}>
      <svg
        role="img"
        aria-label={`Seats of ${name}`}
        viewBox={`${(hall.width - width) / 2 - ROOM} ${-ROOM} ${width + 2 * ROOM} ${hall.height + 2 * ROOM}`}
        preserveAspectRatio="xMidYMid meet"
        className="block size-full rounded-control bg-sunk p-3"
      >
        <path d={dots} className="fill-muted" />
        <path
          d={`M${hall.width / 4} ${stage}h${hall.width / 2}`}
          className="stroke-accent"
          strokeWidth="3"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </div>
  )
}
