import { useMemo } from 'react'
import type { LayoutData } from '#shop/layouts/layout.ts'
import { sellableIn } from '#shop/layouts/layout-draft.ts'
import { layOutSeats, squareOf } from '#shop/seats/seat-geometry.ts'
import { classes } from '#ui/controls/classes.ts'
import { seatMapOfLayout, StageMark } from '../../../layouts/layout-preview.tsx'
import type { ZoneDraft } from '../draft/concert-draft.ts'
import { counted } from '../../../kit/words/counted.ts'

const SIDE = 0.74
const ROOM = 1.5
/** Pixels; a deep hall is drawn narrower. */
const MOST_HEIGHT = 420
const colours = ['--info', '--ok', '--warn', '--bad', '--ink', '--accent-text']

/** Returns the colour of a zone by its place in the form; its name is always written beside it. */
export const zoneColour = (at: number): string => `var(${colours[at % colours.length]})`

/** Shows the hall in the colours of its zones. A press gives a section to the current zone, or takes it back. */
export function ZoneMap({
  hall,
  zones,
  current,
  onPress,
}: {
  hall: LayoutData
  zones: readonly ZoneDraft[]
  current: string | null
  onPress: (code: string) => void
}) {
  const { geometry, dots } = useMemo(() => {
    const laidOut = layOutSeats(seatMapOfLayout(hall))
    const paths = laidOut.sections.map(() => '')
    laidOut.seats.forEach((seat, index) => {
      if (seat.blocked) return
      const { section } = laidOut.rows[laidOut.rowOf[index]!]!
      paths[section] += squareOf(laidOut, index, SIDE)
    })
    return { geometry: laidOut, dots: paths }
  }, [hall])
  const width = Math.max(geometry.width, 8) + 2 * ROOM
  const height = geometry.height + 2 * ROOM
  const left = (geometry.width - width) / 2
  const owner = (code: string): number => zones.findIndex((zone) => zone.sections.includes(code))
  const part = (length: number, of: number): string => `${(length / of) * 100}%`
  return (
    <div className="rounded-control bg-sunk p-3">
      <div
        className="relative mx-auto"
        style={{ aspectRatio: `${width} / ${height}`, maxWidth: `${(MOST_HEIGHT * width) / height}px` }}
      >
        <svg
          aria-hidden="true"
          viewBox={`${left} ${-ROOM} ${width} ${height}`}
          className="absolute inset-0 block size-full"
        >
          {dots.map((path, at) => {
            const zone = owner(hall.sections[at]!.code)
            return (
              <path
                key={hall.sections[at]!.code}
                d={path}
                fill={zone < 0 ? 'none' : zoneColour(zone)}
                stroke={zone < 0 ? 'var(--control)' : 'none'}
                strokeWidth="0.08"
              />
            )
          })}
          <StageMark hall={geometry} />
        </svg>
        {geometry.sections.map((drawn, at) => {
          const section = hall.sections[at]!
          const zone = zones[owner(section.code)]
          return (
            <button
              key={section.code}
              type="button"
              aria-pressed={zone !== undefined && zone.id === current}
              className="absolute flex cursor-pointer items-center justify-center rounded-control hover:outline-2 hover:outline-ink"
              style={{
                left: part(drawn.x - left, width),
                top: part(drawn.y + ROOM, height),
                width: part(drawn.width, width),
                height: part(drawn.height, height),
              }}
              onClick={() => onPress(section.code)}
            >
              <span
                className={classes(
                  'max-w-full truncate rounded-control bg-raised px-1.5 py-0.5 text-1 text-ink',
                  zone?.id === current ? 'font-strong' : null,
                )}
              >
                {section.name}, <span className="sr-only">{counted(sellableIn(section), 'seat')}, </span>
                {zone ? `in ${zone.name}` : 'in no zone'}
              </span>
            </button>
          )
        })}
      </div>
    </div>
  )
}
