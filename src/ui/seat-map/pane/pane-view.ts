import type { RefObject } from 'react'
import { placeOf, type SeatGeometry } from '#shop/seats/seat-geometry.ts'
import { contentOf, scrollAfterZoom, type PaneContent, type Size } from './pane-zoom.ts'

export interface PaneView {
  pane: RefObject<HTMLDivElement | null>
  size: Size
  pitch: number
  content: PaneContent
  /** The scroll at which this view begins, in CSS pixels: drawing by it before scrolling saves a layout. */
  begins: () => Scroll
  settle: () => void
}

export interface Scroll {
  left: number
  top: number
}

/** A zoom under way: the fixed point, and the pane before. */
export interface Kept {
  x: number
  y: number
  before: PaneView
  left: number
  top: number
}

interface PaneState {
  pane: RefObject<HTMLDivElement | null>
  placed: RefObject<boolean>
  keep: RefObject<Kept | null>
  /** The seat in the middle at first; -1 for the middle of the front. */
  first: RefObject<number>
}

export function viewOf(geometry: SeatGeometry, size: Size, pitch: number, state: PaneState): PaneView {
  const content = contentOf(geometry, pitch, size)
  const choose = (): Scroll => {
    const { placed, first } = state
    const element = state.pane.current
    const kept = state.keep.current?.before.pitch === pitch ? null : state.keep.current
    if (element && placed.current && !kept) return { left: element.scrollLeft, top: element.scrollTop }
    let wanted: Scroll
    if (placed.current && kept)
      wanted = scrollAfterZoom({ ...kept.before, ...kept }, { content, pitch }, kept.x, kept.y)
    else {
      const place = first.current >= 0 ? placeOf(geometry, first.current) : { x: geometry.width / 2, y: 0 }
      wanted = {
        left: content.originX + (place.x + 0.5) * pitch - size.width / 2,
        top: content.originY + (place.y + 0.5) * pitch - size.height / 2,
      }
    }
    return {
      left: Math.round(Math.max(0, Math.min(content.width - size.width, wanted.left))),
      top: Math.round(Math.max(0, Math.min(content.height - size.height, wanted.top))),
    }
  }
  let begin: Scroll | null = null
  let settled = false
  const begins = (): Scroll => (begin ??= choose())
  const settle = (): void => {
    if (settled || !state.pane.current) return
    settled = true
    state.pane.current.scrollTo({ ...begins(), behavior: 'instant' })
    state.placed.current = true
    state.keep.current = null
  }
  return { pane: state.pane, size, pitch, content, begins, settle }
}
