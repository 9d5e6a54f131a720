import type { CSSProperties } from 'react'
import { placeOf, type SeatGeometry } from '#shop/seats/seat-geometry.ts'
import type { PaneView } from './pane/pane-view.ts'

/** Below this pitch a name is on its section, not above its rows. */
const smallestNameRoom = 16

interface SectionNamesProps {
  geometry: SeatGeometry
  view: PaneView
  around: number
}

export function SectionNames({ geometry, view, around }: SectionNamesProps) {
  const { pitch, size } = view
  const far = pitch < smallestNameRoom
  const all = far || around < 0
  const from = all ? 0 : placeOf(geometry, around).y
  return geometry.sections.map(
    ({ name, x, y, width, firstRow, endRow }, index) =>
      name !== null &&
      (all || Math.abs(y - from) * pitch < size.height + pitch) && (
        <div
          key={index}
          aria-hidden="true"
          className={far ? 'seat-section seat-section-far' : 'seat-section'}
          style={{ '--row': y, '--column': x, '--across': width, '--down': endRow - firstRow } as CSSProperties}
        >
          <span>{name}</span>
        </div>
      ),
  )
}
