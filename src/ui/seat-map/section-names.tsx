import { useEffect, useState } from 'react'
import type { CSSProperties } from 'react'
import { placeOf, type SeatGeometry } from '#domain/seat-geometry.ts'
import type { PaneView } from './pane-view.ts'
import { whenIdle } from '../when-idle.ts'

/** Below this pitch there is no room above the rows: a name stands on its section instead. */
const smallestNameRoom = 16

/**
 * The names of the sections, seen alone: the grid has them for a screen reader. At first only those that may be in sight
 * of `first`, the seat that the pane begins at; the rest when the browser has time.
 */
export function SectionNames({ geometry, view, first }: { geometry: SeatGeometry; view: PaneView; first: number }) {
  const { pitch, size } = view
  const far = pitch < smallestNameRoom
  const [all, setAll] = useState(far || first < 0)
  useEffect(() => (all ? undefined : whenIdle(() => setAll(true))), [all])
  const from = first < 0 ? 0 : placeOf(geometry, first).y
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
