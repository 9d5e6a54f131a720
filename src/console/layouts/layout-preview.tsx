import { useMemo } from 'react'
import type { LayoutData } from '#shop/layouts/layout.ts'
import { countSeats } from '#shop/layouts/layout-draft.ts'
import { seatMapOf, type SeatMap } from '#shop/seats/seat-map.ts'
import { classes } from '#ui/controls/classes.ts'
import { SeatMapView } from '#ui/seat-map/seat-map-view.tsx'
import { layOutSeats, squareOf, type SeatGeometry } from '#shop/seats/seat-geometry.ts'

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
    const path = geometry.seats.map((_, seat) => squareOf(geometry, seat, SIDE))
    return { hall: geometry, dots: path.join('') }
  }, [data])
  const width = Math.max(hall.width, 8)
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
        <StageMark hall={hall} />
      </svg>
    </div>
  )
}

/** Marks the stage of a drawn hall: a line at its edge, or a box among its seats. */
export function StageMark({ hall }: { hall: SeatGeometry }) {
  const { width, height, stage, free } = hall
  const box = free?.platform
  const y = stage === 'top' ? -ROOM / 2 : height + ROOM / 2
  return (
    <path
      d={box ? `M${box.x} ${box.y}h${box.width}v${box.height}h-${box.width}z` : `M${width / 4} ${y}h${width / 2}`}
      className="stroke-accent"
      fill="none"
      strokeWidth="3"
      vectorEffect="non-scaling-stroke"
    />
  )
}
