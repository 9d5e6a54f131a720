import { useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { LayoutData } from '#shop/layouts/layout.ts'
import { placeOfSection, placeSection } from '#shop/layouts/layout-places.ts'
import { layOutSeats, squareOf } from '#shop/seats/seat-geometry.ts'
import { classes } from '#ui/controls/classes.ts'
import { seatMapOfLayout, StageMark } from './layout-preview.tsx'
import type { Edit } from './layout-history.ts'

const SIDE = 0.74
const ROOM = 2
const STEP = 0.5
const TURN_DEGREES = 5

const moves: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
}
const turns: Record<string, number> = { '[': -TURN_DEGREES, ']': TURN_DEGREES }

/** Draws the whole hall; sections are dragged, moved by arrows and turned by the brackets. */
export function HallPlan({
  data,
  chosen,
  onChoose,
  edit,
}: {
  data: LayoutData
  chosen: number
  onChoose: (index: number) => void
  edit: Edit
}) {
  const drawing = useRef<SVGSVGElement>(null)
  const [drag, setDrag] = useState<{ index: number; from: [number, number]; by: [number, number] } | null>(null)
  const { hall, paths } = useMemo(() => {
    const geometry = layOutSeats(seatMapOfLayout(data))
    const dots = geometry.sections.map(() => '')
    for (const seat of geometry.seats.keys())
      dots[geometry.rows[geometry.rowOf[seat]!]!.section] += squareOf(geometry, seat, SIDE)
    return { hall: geometry, paths: dots }
  }, [data])
  const width = Math.max(hall.width, 8) + 2 * ROOM

  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    const [move, turn] = [moves[event.key], turns[event.key]]
    if ((!move && turn === undefined) || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    edit((now) => {
      const place = placeOfSection(now, index)
      return placeSection(now, index, {
        x: place.x + (move?.[0] ?? 0),
        y: place.y + (move?.[1] ?? 0),
        turn: place.turn + (turn ?? 0),
      })
    }, `place ${index}`)
  }
  /** Seat widths a pixel. */
  const scale = (): number => 1 / (drawing.current?.getScreenCTM()?.a || 1)
  const onMove = (event: PointerEvent): void => {
    if (!drag) return
    const by: [number, number] = [event.clientX - drag.from[0], event.clientY - drag.from[1]]
    setDrag({ ...drag, by: [by[0] * scale(), by[1] * scale()] })
  }
  const drop = (): void => {
    if (drag && (drag.by[0] !== 0 || drag.by[1] !== 0))
      edit((now) => {
        const { x, y } = placeOfSection(now, drag.index)
        const near = (value: number): number => Math.round(value * 4) / 4
        return placeSection(now, drag.index, { x: near(x + drag.by[0]), y: near(y + drag.by[1]) })
      })
    setDrag(null)
  }

  return (
    <svg
      ref={drawing}
      role="group"
      aria-label="Plan of the hall"
      viewBox={`${(hall.width + 2 * ROOM - width) / 2 - ROOM} ${-ROOM} ${width} ${hall.height + 2 * ROOM}`}
      className="block max-h-[440px] w-full rounded-control bg-sunk"
      onPointerMove={onMove}
      onPointerUp={drop}
      onPointerCancel={() => setDrag(null)}
    >
      {data.sections.map(({ name }, index) => {
        const { x, y, turn } = placeOfSection(data, index)
        const drawn = hall.sections[index]!
        const [across, down] = drag?.index === index ? drag.by : [0, 0]
        return (
          <g
            key={index}
            role="button"
            tabIndex={0}
            aria-pressed={index === chosen}
            aria-label={`${name}: ${x} across, ${y} down, turned by ${turn}°`}
            transform={`translate(${across} ${down})`}
            className={classes('cursor-move touch-none', index === chosen ? 'fill-accent' : 'fill-muted')}
            onFocus={() => onChoose(index)}
            onKeyDown={(event) => onKeyDown(event, index)}
            onPointerDown={(event) => {
              if (event.button !== 0) return
              event.currentTarget.setPointerCapture(event.pointerId)
              event.currentTarget.focus()
              setDrag({ index, from: [event.clientX, event.clientY], by: [0, 0] })
            }}
          >
            <rect x={drawn.x} y={drawn.y} width={drawn.width} height={drawn.height} fill="transparent" />
            <path d={paths[index]} />
          </g>
        )
      })}
      <StageMark hall={hall} />
    </svg>
  )
}
