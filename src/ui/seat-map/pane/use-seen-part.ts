import { useEffect, useRef, useState } from 'react'
import type { CSSProperties } from 'react'
import { firstRowBelow, firstRowFrom, type SeatGeometry } from '#shop/seats/seat-geometry.ts'
import { smallestChoosingPitch } from './pane-zoom.ts'
import type { PaneView } from './pane-view.ts'
import { lengthsOf } from '../canvas/seat-drawing.ts'
import type { GridPart } from '../seat-grid.tsx'
import { whenAtRest, whenIdle } from '../../hooks/when-idle.ts'

const nothingSeen: GridPart = { fromRow: 0, toRow: 0, fromColumn: 0, toColumn: 0 }

interface Seen {
  geometry: SeatGeometry
  /** The one in which it was looked. */
  view: PaneView
  part: GridPart
}

/**
 * The rows and columns in sight, so that whoever reads the screen by touch finds a button under their finger: known when
 * the pane has come to rest and the browser has time, null until then. Nothing where seats are too small to be pressed.
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
      // The browser tells of the scroll that the view began with, too: that was no movement to wait for.
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
  // News of the hall come as a new map: until it is looked at, what was in sight still is.
  return seen && seen.geometry !== geometry ? { ...seen, view } : seen
}

/**
 * The grid of `view` as it lies over the canvas, laid out as in `settled`: while zooming it is stretched as a whole, which
 * spares the browser the style and layout of all that is in it.
 */
export function laidOver(view: PaneView, settled: PaneView): CSSProperties {
  const { width, height, originX, originY } = settled.content
  const style: CSSProperties = { width, height, ...lengthsOf(settled) }
  if (settled === view) return style
  const scale = view.pitch / settled.pitch
  const left = view.content.originX - originX * scale
  const top = view.content.originY - originY * scale
  return { ...style, transform: `translate(${left}px, ${top}px) scale(${scale})` }
}

const isSamePart = (a: GridPart, b: GridPart): boolean =>
  a.fromRow === b.fromRow && a.toRow === b.toRow && a.fromColumn === b.fromColumn && a.toColumn === b.toColumn
