import { useEffect, useRef, useState } from 'react'
import type { CSSProperties } from 'react'
import { firstRowBelow, firstRowFrom, type SeatGeometry } from '#shop/seats/seat-geometry.ts'
import { smallestChoosingPitch } from './pane-zoom.ts'
import type { PaneView } from './pane-view.ts'
import { lengthsOf } from '../canvas/seat-drawing.ts'
import type { GridPart } from '../grid-parts.ts'
import { whenAtRest, whenIdle } from '../../hooks/when-idle.ts'

const nothingSeen: GridPart = { fromRow: 0, toRow: 0, fromColumn: 0, toColumn: 0 }

interface Seen {
  geometry: SeatGeometry
  view: PaneView
  part: GridPart
}

/**
 * Returns the visible rows and columns; null until the pane is at rest and idle, empty where seats are too small to
 * press.
 */
export function useSeenPart(geometry: SeatGeometry, view: PaneView, wanted: boolean): Seen | null {
  const [seen, setSeen] = useState<Seen | null>(null)
  const looked = useRef(false)
  useEffect(() => {
    const pane = view.pane.current
    if (!pane || !wanted) return
    const see = (part: GridPart): void =>
      setSeen((last) =>
        last?.view === view && isSamePart(last.part, part)
          ? last
          : { geometry, view, part: last && isSamePart(last.part, part) ? last.part : part },
      )
    const look = (): void => {
      looked.current = true
      const { pitch, size, content } = view
      if (pitch < smallestChoosingPitch) return see(nothingSeen)
      const top = (pane.scrollTop - content.originY) / pitch
      const left = (pane.scrollLeft - content.originX) / pitch
      if (geometry.free) {
        const box = { left, top, right: left + size.width / pitch, bottom: top + size.height / pitch }
        return see({ box, fromRow: 0, toRow: geometry.rows.length, fromColumn: 0, toColumn: 0 })
      }
      const fromRow = firstRowBelow(geometry, top)
      see({
        fromRow,
        toRow: Math.max(fromRow, firstRowFrom(geometry, top + size.height / pitch)),
        fromColumn: Math.floor(left),
        toColumn: Math.ceil(left + size.width / pitch),
      })
    }
    let stop = (looked.current ? whenAtRest : whenIdle)(look)
    let { scrollLeft, scrollTop } = pane
    const onScroll = (): void => {
      // The scroll at which the view began is no movement.
      if (pane.scrollLeft === scrollLeft && pane.scrollTop === scrollTop) return
      ;({ scrollLeft, scrollTop } = pane)
      stop()
      stop = whenAtRest(look)
    }
    pane.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      stop()
      pane.removeEventListener('scroll', onScroll)
    }
  }, [geometry, view, wanted])
  // In a new map of the same hall the same part is visible.
  return seen && seen.geometry !== geometry ? { ...seen, view } : seen
}

/** Lays the grid of `view` out as in `settled` and stretches it: zooming then needs no style or layout. */
export function stretchedGridStyle(view: PaneView, settled: PaneView): CSSProperties {
  const { width, height, originX, originY } = settled.content
  const style: CSSProperties = { width, height, ...lengthsOf(settled) }
  if (settled === view) return style
  const scale = view.pitch / settled.pitch
  const left = view.content.originX - originX * scale
  const top = view.content.originY - originY * scale
  return { ...style, transform: `translate(${left}px, ${top}px) scale(${scale})` }
}

const isSamePart = (a: GridPart, b: GridPart): boolean =>
  a.box?.left === b.box?.left &&
  a.box?.top === b.box?.top &&
  a.box?.right === b.box?.right &&
  a.box?.bottom === b.box?.bottom &&
  a.fromRow === b.fromRow &&
  a.toRow === b.toRow &&
  a.fromColumn === b.fromColumn &&
  a.toColumn === b.toColumn
