import type { CSSProperties } from 'react'
import { placeOf, type SeatGeometry } from '#shop/seats/seat-geometry.ts'
import type { Spot } from '#shop/seats/places/section-places.ts'
import { t } from '../messages/messages.ts'
import type { PaneView } from './pane/pane-view.ts'

/** Below this pitch a name is on its section, not above its rows. */
const smallestNameRoom = 16

interface SectionNamesProps {
  geometry: SeatGeometry
  view: PaneView
  around: number
}

/** Writes the names of sections, all or those `around` a seat: from far away on them, near above their rows. */
export function SectionNames({ geometry, view, around }: SectionNamesProps) {
  const { pitch, size } = view
  const { free } = geometry
  const far = pitch < smallestNameRoom
  const all = far || around < 0
  const from = all ? 0 : placeOf(geometry, around).y
  return geometry.sections.map(
    ({ name, x, y, width, height }, index) =>
      name !== null &&
      (all || Math.abs(y - from) * pitch < size.height + pitch) && (
        <div
          key={index}
          aria-hidden="true"
          {...(free && !far
            ? turnedName(free.sections[index]!.name)
            : {
                className: far ? 'seat-section seat-section-far' : 'seat-section',
                style: { '--row': y, '--column': x, '--across': width, '--down': height } as CSSProperties,
              })}
        >
          <span>{name}</span>
        </div>
      ),
  )
}

const turnedName = ({ x, y, angle }: Spot) => ({
  className: 'seat-section-turned',
  style: { '--row': y, '--column': x, rotate: `${angle}rad` } as CSSProperties,
})

/** The stage of a hall whose seats are around it. */
export function Platform({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  return (
    <div
      aria-hidden="true"
      className="seat-platform"
      style={{ '--row': y, '--column': x, '--across': width, '--down': height } as CSSProperties}
    >
      {t('seats.stage')}
    </div>
  )
}
