import { zoomStep } from './pane-zoom.ts'

/** CSS pixels; a smaller movement is a press. */
const dragSlack = 5

/** Two taps within this time and distance, in CSS pixels, are one gesture. */
const MAX_TAPS_MS = 300
const MAX_TAPS_PX = 20

/** A notch of a mouse's wheel; two fingers on a trackpad scroll by less, and sideways. */
const LEAST_NOTCH_PX = 100

/** Adds pinch, double tap, drag and Ctrl + wheel; in a dialog, where nothing else scrolls, the wheel alone. `zoomTo` gets the pitch and the pane's fixed point. Returns a stop function. */
export function listenToGestures(
  element: HTMLElement,
  pitchNow: () => number | undefined,
  zoomTo: (pitch: number, x: number, y: number) => void,
): () => void {
  const local = (clientX: number, clientY: number) => {
    const box = element.getBoundingClientRect()
    return [clientX - box.left, clientY - box.top] as const
  }

  // A trackpad's pinch is a wheel with Ctrl.
  const onWheel = (event: WheelEvent): void => {
    const notch = event.deltaMode !== 0 || (event.deltaX === 0 && Math.abs(event.deltaY) >= LEAST_NOTCH_PX)
    const alone = notch && !event.shiftKey && element.closest('dialog') !== null
    if (!event.ctrlKey && !event.metaKey && !alone) return
    event.preventDefault()
    const pitch = pitchNow()
    if (pitch) zoomTo(pitch * Math.exp(-event.deltaY / 300), ...local(event.clientX, event.clientY))
  }

  let pinch: { distance: number; pitch: number } | null = null
  const spread = ({ touches }: TouchEvent) => {
    const [a, b] = [touches[0]!, touches[1]!]
    return {
      distance: Math.max(1, Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)),
      middle: local((a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2),
    }
  }
  let tap = { at: -Infinity, x: 0, y: 0 }
  const onTap = ({ changedTouches, timeStamp }: TouchEvent): void => {
    const { clientX: x, clientY: y } = changedTouches[0]!
    const pitch = pitchNow()
    const twice = timeStamp - tap.at < MAX_TAPS_MS && Math.hypot(x - tap.x, y - tap.y) < MAX_TAPS_PX
    tap = { at: twice ? -Infinity : timeStamp, x, y }
    if (twice && pitch) zoomTo(pitch * zoomStep, ...local(x, y))
  }
  const onTouchStart = (event: TouchEvent): void => {
    const pitch = pitchNow()
    if (event.touches.length !== 2 || !pitch) return
    event.preventDefault()
    pinch = { distance: spread(event).distance, pitch }
    element.addEventListener('touchmove', onTouchMove, { passive: false })
  }
  const onTouchMove = (event: TouchEvent): void => {
    if (!pinch || event.touches.length !== 2) return
    if (event.cancelable) event.preventDefault()
    const { distance, middle } = spread(event)
    zoomTo((pinch.pitch * distance) / pinch.distance, ...middle)
  }
  const onTouchEnd = (event: TouchEvent): void => {
    if (event.touches.length >= 2) return
    if (!pinch && event.type === 'touchend') onTap(event)
    pinch = null
    element.removeEventListener('touchmove', onTouchMove)
  }

  let drag: { x: number; y: number; moving: boolean } | null = null
  const onPointerDown = (event: PointerEvent): void => {
    const overflows = element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight
    if (event.pointerType !== 'mouse' || event.button !== 0 || !overflows) return
    // The browser drags its own scroll bars.
    const [x, y] = local(event.clientX, event.clientY)
    if (x > element.clientWidth || y > element.clientHeight) return
    drag = { x: event.clientX, y: event.clientY, moving: false }
  }
  const onPointerMove = (event: PointerEvent): void => {
    if (!drag) return
    if (!(event.buttons & 1)) return void (drag = null)
    const dx = event.clientX - drag.x
    const dy = event.clientY - drag.y
    if (!drag.moving && Math.hypot(dx, dy) < dragSlack) return
    if (!drag.moving) {
      element.setPointerCapture(event.pointerId)
      element.style.cursor = 'grabbing'
    }
    element.scrollLeft -= dx
    element.scrollTop -= dy
    drag = { x: event.clientX, y: event.clientY, moving: true }
  }
  const onPointerUp = (): void => {
    if (drag?.moving) {
      element.style.cursor = ''
      const swallow = (click: MouseEvent): void => click.stopPropagation()
      element.addEventListener('click', swallow, { capture: true, once: true })
      setTimeout(() => element.removeEventListener('click', swallow, { capture: true }))
    }
    drag = null
  }

  element.addEventListener('wheel', onWheel, { passive: false })
  element.addEventListener('touchstart', onTouchStart, { passive: false })
  element.addEventListener('touchend', onTouchEnd)
  element.addEventListener('touchcancel', onTouchEnd)
  element.addEventListener('pointerdown', onPointerDown)
  element.addEventListener('pointermove', onPointerMove)
  element.addEventListener('pointerup', onPointerUp)
  element.addEventListener('pointercancel', onPointerUp)
  return () => {
    element.removeEventListener('wheel', onWheel)
    element.removeEventListener('touchstart', onTouchStart)
    element.removeEventListener('touchmove', onTouchMove)
    element.removeEventListener('touchend', onTouchEnd)
    element.removeEventListener('touchcancel', onTouchEnd)
    element.removeEventListener('pointerdown', onPointerDown)
    element.removeEventListener('pointermove', onPointerMove)
    element.removeEventListener('pointerup', onPointerUp)
    element.removeEventListener('pointercancel', onPointerUp)
  }
}
