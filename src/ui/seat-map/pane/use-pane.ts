// oxlint-disable refs, memo-dependencies, exhaustive-effect-dependencies -- viewOf() takes refs and reads them in effects alone
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { boxOfZone, placeOf, type SeatGeometry } from '#shop/seats/seat-geometry.ts'
import {
  firstPitch,
  largestPitch,
  letterRoom,
  scrollToShow,
  smallestChoosingPitch,
  usualPitch,
  wholePitch,
  zoomStep,
  type Size,
} from './pane-zoom.ts'
import { listenToGestures } from './pane-gestures.ts'
import { viewOf, type Kept, type PaneView } from './pane-view.ts'

export interface Pane {
  ref: RefObject<HTMLDivElement | null>
  view: PaneView | null
  overflows: boolean
  zoomed: boolean
  canZoomIn: boolean
  canZoomOut: boolean
  zoom: (direction: 1 | -1) => void
  /** To the whole map, or as far as its seats can be pressed. */
  zoomOut: () => void
  zoomOn: (seat: number) => void
  /** Shows a price zone, where its seats can be pressed; below 0 the whole map. */
  goTo: (zone: number) => void
  pan: (across: number, down: number) => void
  show: (seat: number) => void
}

/** Of a flight to another part of the map. */
const FLIGHT_MS = 220

const noSize = { size: null, startSize: null }

/** Adds mouse dragging, pinching and Ctrl + wheel to a natively scrolling pane. `smallest` limits zooming out;
 * `first` is the seat in the middle at first; a map that is `onlyLookedAt` begins as a whole. */
export function usePane(
  geometry: SeatGeometry,
  smallest: 'whole' | 'choosing',
  first: number,
  onlyLookedAt: boolean,
): Pane {
  const ref = useRef<HTMLDivElement>(null)
  // A panel below the map takes some of its height: seats keep the size for `startSize`.
  const [{ size, startSize }, setSize] = useState<{ size: Size | null; startSize: Size | null }>(noSize)
  const [chosenPitch, setChosenPitch] = useState<number | null>(null)

  const start = useMemo(() => {
    if (!startSize) return 1
    const usual = firstPitch(geometry, startSize)
    return onlyLookedAt ? Math.min(usual, wholePitch(geometry, startSize)) : usual
  }, [geometry, startSize, onlyLookedAt])
  const limits = useMemo(() => {
    if (!size) return null
    const whole = wholePitch(geometry, size)
    return { start, low: Math.min(start, smallest === 'whole' ? whole : smallestChoosingPitch) }
  }, [geometry, size, smallest, start])

  const pitch = limits && Math.max(limits.low, Math.min(largestPitch, chosenPitch ?? limits.start))
  const keep = useRef<Kept | null>(null)
  const placed = useRef(false)
  const firstSeat = useRef(first)
  const view = useMemo(
    () => (size && pitch ? viewOf(geometry, size, pitch, { pane: ref, placed, keep, first: firstSeat }) : null),
    [geometry, size, pitch],
  )
  useLayoutEffect(() => view?.settle(), [view])

  const now = useRef({ view, limits, geometry })
  useLayoutEffect(() => {
    now.current = { view, limits, geometry }
  })

  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = (): boolean => {
      const next = { width: element.clientWidth, height: element.clientHeight }
      if (next.width === 0 || next.height === 0) return false
      setSize((last) => {
        if (last.size?.width === next.width && last.size.height === next.height) return last
        return { size: next, startSize: last.startSize?.width === next.width ? last.startSize : next }
      })
      return true
    }
    let seen = measure()
    const observer = new ResizeObserver(() => {
      // A dialog has no size before it is shown: draw in its first frame.
      if (seen) measure()
      else flushSync(() => (seen = measure()))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const flight = useRef(0)
  /** Takes a point of the map to the middle of the pane, in a moment or, where motion is unwanted, at once. */
  const flyTo = useCallback((wanted: number, x: number, y: number) => {
    const { view: from, limits: bounds } = now.current
    const element = ref.current
    if (!from || !bounds || !element) return
    const pitchAtEnd = Math.max(bounds.low, Math.min(largestPitch, wanted))
    const middle = { x: from.size.width / 2, y: from.size.height / 2 }
    const begin = {
      x: (element.scrollLeft + middle.x - from.content.originX) / from.pitch,
      y: (element.scrollTop + middle.y - from.content.originY) / from.pitch,
    }
    const place = (part: number): void => {
      const { view: before } = now.current
      if (!before) return
      const next = from.pitch * (pitchAtEnd / from.pitch) ** part
      const left = before.content.originX + (begin.x + (x - begin.x) * part) * before.pitch - middle.x
      const top = before.content.originY + (begin.y + (y - begin.y) * part) * before.pitch - middle.y
      if (Math.abs(next - before.pitch) < 0.001) return element.scrollTo({ left, top, behavior: 'instant' })
      keep.current = { before, ...middle, left, top }
      setChosenPitch(next)
    }
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    const began = performance.now()
    const step = (at: number): void => {
      const part = still ? 1 : Math.max(0, Math.min(1, (at - began) / FLIGHT_MS))
      place(1 - (1 - part) ** 3)
      if (part < 1) flight.current = requestAnimationFrame(step)
    }
    cancelAnimationFrame(flight.current)
    flight.current = requestAnimationFrame(step)
  }, [])
  useEffect(() => () => cancelAnimationFrame(flight.current), [])

  const zoomTo = useCallback((wanted: number, x?: number, y?: number) => {
    cancelAnimationFrame(flight.current)
    const { view: before, limits: bounds } = now.current
    const element = ref.current
    if (!before || !bounds || !element) return
    const next = Math.max(bounds.low, Math.min(largestPitch, wanted))
    if (next === before.pitch) return
    keep.current = {
      before,
      x: x ?? before.size.width / 2,
      y: y ?? before.size.height / 2,
      left: element.scrollLeft,
      top: element.scrollTop,
    }
    setChosenPitch(next)
  }, [])

  useEffect(() => {
    const element = ref.current
    if (!element) return
    return listenToGestures(element, () => now.current.view?.pitch, zoomTo)
  }, [zoomTo])

  const zoom = useCallback(
    (direction: 1 | -1) => zoomTo((now.current.view?.pitch ?? 1) * zoomStep ** direction),
    [zoomTo],
  )
  const zoomOn = useCallback(
    (seat: number) => {
      const { view: shown, geometry: drawn } = now.current
      const element = ref.current
      if (!shown || !element || seat < 0) return
      const { x, y } = placeOf(drawn, seat)
      flyTo(usualPitch(shown.size), x + 0.5, y + 0.5)
    },
    [flyTo],
  )
  const goTo = useCallback(
    (zone: number) => {
      const { view: shown, geometry: drawn } = now.current
      if (!shown) return
      const box = boxOfZone(drawn, zone)
      const whole = wholePitch(box, shown.size)
      const wanted = zone < 0 ? whole : Math.max(smallestChoosingPitch, Math.min(whole, usualPitch(shown.size)))
      // Of a zone that is too large its front is shown.
      const high = Math.min(box.height, shown.size.height / wanted - 1)
      flyTo(wanted, box.x + box.width / 2, drawn.stage === 'top' ? box.y + high / 2 : box.y + box.height - high / 2)
    },
    [flyTo],
  )
  const zoomOut = useCallback(() => goTo(-1), [goTo])
  const pan = useCallback((across: number, down: number) => {
    const element = ref.current
    element?.scrollBy((across * element.clientWidth * 2) / 3, (down * element.clientHeight * 2) / 3)
  }, [])
  const show = useCallback((seat: number) => {
    const { view: shown, geometry: drawn } = now.current
    const element = ref.current
    if (!shown || !element || seat < 0) return
    const { x, y } = placeOf(drawn, seat)
    const left = shown.content.originX + x * shown.pitch
    const top = shown.content.originY + y * shown.pitch
    const room = shown.pitch
    const right = left + shown.pitch
    element.scrollLeft = scrollToShow(element.scrollLeft, shown.size.width, left, right, letterRoom + room, room)
    element.scrollTop = scrollToShow(element.scrollTop, shown.size.height, top, top + shown.pitch, room, room)
  }, [])

  // A map larger than the window overflows the pane: its buttons are there from the first frame, without a new layout.
  const [tooLarge] = useState(() => !onlyLookedAt && overflowsWindow(geometry))
  return {
    ref,
    view,
    overflows: !view ? tooLarge : view.content.width > view.size.width || view.content.height > view.size.height,
    zoomed: !!limits && pitch !== limits.start,
    canZoomIn: !pitch || pitch < largestPitch,
    canZoomOut: !pitch || (!!limits && pitch > limits.low),
    zoom,
    zoomOut,
    zoomOn,
    goTo,
    pan,
    show,
  }
}

function overflowsWindow({ width, height }: SeatGeometry): boolean {
  return width * smallestChoosingPitch > innerWidth || height * smallestChoosingPitch > innerHeight
}
