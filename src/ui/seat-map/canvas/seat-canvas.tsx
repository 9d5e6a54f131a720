import {
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type MouseEvent,
  type PointerEvent,
  useSyncExternalStore,
} from 'react'
import { seatAt, seatNear } from '#shop/seats/seat-geometry.ts'
import { letterColumn, smallestChoosingPitch } from '../pane/pane-zoom.ts'
import { isPressable, seatStates, type SeatDrawing } from './seat-drawing.ts'
import type { PaneView, Scroll } from '../pane/pane-view.ts'
import type { GridPart } from '../grid-parts.ts'
import { SeatGrid } from '../seat-grid.tsx'
import { useSeatColours } from '../theme-colours.ts'
import { changeSeats, moveSeats, paintLetters, paintSeats } from './seat-painter.ts'
import type { Scene } from './seat-scene.ts'
import { SeatSprites } from './seat-sprites.ts'
import { stretchedGridStyle, useSeenPart } from '../pane/use-seen-part.ts'
import { useListener, type Source } from '../../hooks/use-listener.ts'
import { whenAtRest, whenIdle } from '../../hooks/when-idle.ts'

/** Seats drawn beyond the visible part on each side, in CSS pixels: scrolling inside it draws nothing. */
const margin = 128
/** A canvas begins at a pixel that is whole in CSS and on the device; one is found within this many CSS pixels. */
const MAX_SNAP_PX = 20
const rowsAround = 1
const columnsAround = 12
interface Layer {
  scene: Scene
  lettered: boolean
  scrollLeft: number
  scrollTop: number
}

/** Draws seats on a canvas that scrolls with the content and is redrawn only when its edge comes near.
 * The focused row and its neighbours are real elements on top. */
export const SeatCanvas: SeatDrawing = (props) => {
  const { geometry, states, view, at, onMove, onNear, onPress } = props
  const { content, pitch, size } = view
  const seatsCanvas = useRef<HTMLCanvasElement>(null)
  const lettersCanvas = useRef<HTMLCanvasElement>(null)
  const [sprites] = useState(() => new SeatSprites())
  const colours = useSeatColours(view.pane)
  const ratio = useDeviceRatio()
  const layer = useRef<Layer | null>(null)

  const paint = useMemo(() => {
    return (around: number, from?: Scroll): void => {
      const pane = view.pane.current
      const canvas = seatsCanvas.current
      const letters = lettersCanvas.current
      if (!pane || !canvas || !letters) return
      const { left: scrollLeft, top: scrollTop } = from ?? { left: pane.scrollLeft, top: pane.scrollTop }
      const width = Math.min(Math.floor(content.width), size.width + 2 * around)
      const height = Math.min(Math.floor(content.height), size.height + 2 * around)
      const left = snap(scrollLeft - around, content.width - width, ratio)
      const top = snap(scrollTop - around, content.height - height, ratio)
      const scene: Scene = { geometry, states, content, pitch, left, top, width, height, ratio, colours }
      const before = layer.current?.lettered === false ? layer.current.scene : null
      const lettered = around === 0 && !geometry.free
      layer.current = { scene, lettered, scrollLeft, scrollTop }
      // Place both canvases before drawing: setting type computes the changed styles, and so only once.
      const resized = fit(canvas, left, top, width, height, ratio)
      if (lettered || geometry.free) letters.style.display = 'none'
      else fit(letters, 0, top, letterColumn, height, ratio)
      const context = canvas.getContext('2d')!
      const known = before && !resized && isSameView(before, scene)
      if (known && before.states === states) moveSeats(context, before, scene, sprites)
      else if (known && before.left === left && before.top === top) changeSeats(context, before, scene, sprites)
      else paintSeats(context, scene, sprites)
      // One canvas is faster: until the browser is idle the letters are on the seats' canvas.
      if (lettered) paintLetters(context, scene, scrollLeft - left)
      else if (!geometry.free) paintLetters(letters.getContext('2d')!, { ...scene, left: 0, width: letterColumn }, 0)
    }
  }, [geometry, states, view, content, size, pitch, ratio, colours, sprites])

  // First, and while zooming, draw only the visible part; the margin and the elements when idle.
  const drawnView = useRef<PaneView | null>(null)
  useLayoutEffect(() => {
    if (drawnView.current === view) return paint(margin)
    const zooming = drawnView.current !== null
    drawnView.current = view
    const begin = view.begins()
    paint(0, begin)
    view.settle()
    const pane = view.pane.current
    if (pane && (pane.scrollLeft !== begin.left || pane.scrollTop !== begin.top)) paint(0)
    return (zooming ? whenAtRest : whenIdle)(() => paint(margin))
  }, [view, paint])
  const seen = useSeenPart(geometry, view, !!onPress)
  const part = seen?.part

  const scrolls = useMemo(() => scrollsOf(view.pane), [view.pane])
  useListener(scrolls, (pane) => {
    if (!layer.current) return
    const { scrollLeft, scrollTop, scene } = layer.current
    const { left, top, width, height } = scene
    if (scrollLeft === pane.scrollLeft && scrollTop === pane.scrollTop) return
    // Keep half the margin for the frame in which the browser scrolls ahead.
    const spare = margin / 2
    const inside =
      (left === 0 || pane.scrollLeft >= left + spare) &&
      (top === 0 || pane.scrollTop >= top + spare) &&
      (left + width >= content.width || pane.scrollLeft + size.width <= left + width - spare) &&
      (top + height >= content.height || pane.scrollTop + size.height <= top + height - spare)
    if (!inside) paint(margin)
  })

  const [pressed, setPressed] = useState<{ seat: number } | null>(null)
  const under = (event: MouseEvent<HTMLElement>, find = seatAt): number => {
    const box = event.currentTarget.getBoundingClientRect()
    const x = (event.clientX - box.left - content.originX) / pitch
    return find(geometry, x, (event.clientY - box.top - content.originY) / pitch)
  }
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    // Too small to hit the right one, or any: zoom in first.
    const far = pitch < smallestChoosingPitch
    const seat = under(event, far ? seatNear : seatAt)
    if (seat < 0 || geometry.seats[seat]!.blocked) return
    setPressed({ seat })
    onMove(seat)
    if (far) onNear(seat)
    else onPress?.(seat)
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    if (event.pointerType !== 'mouse' || event.buttons !== 0) return
    const seat = under(event)
    event.currentTarget.style.cursor = seat >= 0 && isPressable(seatStates[states[seat]!]!) ? 'pointer' : ''
  }

  const row = at >= 0 ? geometry.rowOf[at]! : 0
  const column = at >= 0 ? geometry.rows[row]!.x + geometry.columnOf[at]! : 0
  const parts = useMemo<GridPart[]>(() => {
    if (!part) return [{ fromRow: row, toRow: row + 1, fromColumn: column, toColumn: column + 1 }]
    const around = {
      fromRow: row - rowsAround,
      toRow: row + rowsAround + 1,
      fromColumn: column - columnsAround,
      toColumn: column + columnsAround + 1,
    }
    return [around, part]
  }, [row, column, part])
  return (
    <>
      {/* The grid below has the names and the keyboard; this is its picture. */}
      <div
        aria-hidden="true"
        className="seat-picture"
        onClick={onPress && onClick}
        onPointerMove={onPress && onPointerMove}
      >
        <canvas ref={seatsCanvas} className="seat-canvas" />
        <div className="seat-letters">
          <canvas ref={lettersCanvas} />
        </div>
      </div>
      {onPress && (
        <SeatGrid
          {...props}
          unseen
          focusOn={pressed}
          parts={parts}
          style={stretchedGridStyle(view, seen?.view ?? view)}
        />
      )}
    </>
  )
}

const scrollsOf =
  (pane: PaneView['pane']): Source<HTMLElement> =>
  (listener) => {
    const element = pane.current
    if (!element) return () => undefined
    const onScroll = (): void => listener(element)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }

function fit(canvas: HTMLCanvasElement, left: number, top: number, width: number, height: number, ratio: number) {
  const wide = Math.max(1, Math.round(width * ratio))
  const high = Math.max(1, Math.round(height * ratio))
  const resized = canvas.width !== wide || canvas.height !== high
  if (canvas.width !== wide) canvas.width = wide
  if (canvas.height !== high) canvas.height = high
  canvas.style.cssText = `left:${left}px;top:${top}px;width:${width}px;height:${height}px`
  return resized
}

/** A position from 0 to about `most` that is whole in CSS and device pixels. */
function snap(wanted: number, most: number, ratio: number): number {
  let step = 1
  while (step < MAX_SNAP_PX && Math.abs(step * ratio - Math.round(step * ratio)) > 0.001) step += 1
  return wanted >= most ? Math.ceil(most / step) * step : Math.floor(Math.max(0, wanted) / step) * step
}

/** True when the drawing can be reused: same map and zoom, moved by whole device pixels. */
function isSameView(before: Scene, after: Scene): boolean {
  const whole = (length: number): boolean => Math.abs(length - Math.round(length)) < 0.001
  return (
    before.geometry === after.geometry &&
    before.content === after.content &&
    before.colours === after.colours &&
    before.ratio === after.ratio &&
    whole((after.left - before.left) * after.ratio) &&
    whole((after.top - before.top) * after.ratio)
  )
}

const read = (): number => devicePixelRatio || 1

function subscribe(listener: () => void): () => void {
  let query = matchMedia(`(resolution: ${read()}dppx)`)
  const onChange = (): void => {
    query.removeEventListener('change', onChange)
    query = matchMedia(`(resolution: ${read()}dppx)`)
    query.addEventListener('change', onChange)
    listener()
  }
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** Device pixels per CSS pixel; changes with the screen and the page's zoom. */
const useDeviceRatio = (): number => useSyncExternalStore(subscribe, read)
