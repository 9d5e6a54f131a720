import { zoneOfRow } from '#shop/seats/seat-geometry.ts'
import { eachSeatIn, type FreeSeats } from '#shop/seats/places/free-seats.ts'
import { gapAt } from '../pane/pane-zoom.ts'
import { seatStates } from './seat-drawing.ts'
import { marksOf, smallestDrawnSeat, smallestHollow, type Area, type Scene } from './seat-scene.ts'
import type { SeatSprites } from './seat-sprites.ts'

const MAX_CHANGED_SEATS = 24
/** Below this pitch the letters of neighbouring rows would touch. */
const smallestLettered = 14

/** Paints seats that are placed and turned one by one, and the letters before their rows. */
export function paintFreeSeats(
  context: CanvasRenderingContext2D,
  scene: Scene,
  sprites: SeatSprites,
  free: FreeSeats,
  part: Area,
): void {
  const { geometry, states, content, pitch, ratio, colours } = scene
  const left = (part.left - content.originX) / pitch
  const top = (part.top - content.originY) / pitch
  const box = { left, top, right: left + part.width / pitch, bottom: top + part.height / pitch }
  const seats: number[] = []
  eachSeatIn(free, box, (seat) => seats.push(seat))
  const seatSize = pitch - gapAt(pitch)
  const zoneOf = (seat: number): number => zoneOfRow(geometry, geometry.rows[geometry.rowOf[seat]!]!)
  const middleOf = (seat: number): [x: number, y: number] => [
    (content.originX + (free.x[seat]! - 0.5) * pitch + seatSize / 2 - scene.left) * ratio,
    (content.originY + (free.y[seat]! - 0.5) * pitch + seatSize / 2 - scene.top) * ratio,
  ]
  const half = (seatSize / 2) * ratio
  // An upright picture on whole pixels stays sharp.
  const snapped = (at: number): number => Math.round(at - half) + half
  /** Makes the middle of a seat the origin, with its angle. */
  const moveTo = (seat: number): void => {
    const [x, y] = middleOf(seat)
    const angle = free.angle[seat]!
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    if (Math.abs(angle) < 0.001) context.setTransform(1, 0, 0, 1, snapped(x), snapped(y))
    else context.setTransform(cos, sin, -sin, cos, x, y)
  }

  if (pitch >= smallestDrawnSeat) {
    sprites.prepare(pitch, ratio, colours)
    for (const seat of seats) sprites.make(states[seat]!, geometry.seats[seat]!, zoneOf(seat))
    for (const seat of seats) {
      moveTo(seat)
      sprites.draw(context, [states[seat]!, geometry.seats[seat]!, zoneOf(seat)], 1, -half, -half)
    }
  } else {
    const turns = pitch >= smallestHollow
    for (const { state: name, colour, size } of marksOf(pitch, colours)) {
      const state = seatStates.indexOf(name)
      const side = Math.max(1, seatSize * size * ratio)
      let zone = NaN
      if (typeof colour === 'string') context.fillStyle = colour
      for (const seat of seats) {
        if (states[seat] !== state) continue
        if (typeof colour !== 'string' && zone !== zoneOf(seat)) {
          zone = zoneOf(seat)
          context.fillStyle = colour(zone)
        }
        if (turns && free.angle[seat] !== 0) {
          moveTo(seat)
          context.fillRect(-side / 2, -side / 2, side, side)
          context.setTransform(1, 0, 0, 1, 0, 0)
          continue
        }
        const [x, y] = middleOf(seat)
        context.fillRect(x - side / 2, y - side / 2, side, side)
      }
    }
  }

  context.setTransform(1, 0, 0, 1, 0, 0)
  if (pitch < smallestLettered) return
  context.fillStyle = colours.muted
  context.font = `580 ${13 * ratio}px ${colours.font}`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (const [index, { x, y }] of free.letters.entries()) {
    if (x < box.left - 1 || x > box.right + 1 || y < box.top - 1 || y > box.bottom + 1) continue
    const across = (content.originX + x * pitch - scene.left) * ratio
    context.fillText(geometry.rows[index]!.label, across, (content.originY + y * pitch - scene.top + 1) * ratio)
  }
}

/** Returns the parts around the seats whose state has changed; null where all is to be painted. */
export function changedParts(from: Scene, to: Scene, free: FreeSeats): Area[] | null {
  const { content, pitch, ratio, left, top, width, height } = to
  const whole = (at: number): number => Math.round(at * ratio) / ratio
  const parts: Area[] = []
  for (let seat = 0; seat < to.states.length; seat += 1) {
    if (from.states[seat] === to.states[seat]) continue
    const x = content.originX + (free.x[seat]! - 1) * pitch
    const y = content.originY + (free.y[seat]! - 1) * pitch
    const [partLeft, partTop] = [whole(Math.max(left, x)), whole(Math.max(top, y))]
    const [right, bottom] = [whole(Math.min(left + width, x + 2 * pitch)), whole(Math.min(top + height, y + 2 * pitch))]
    if (right <= partLeft || bottom <= partTop) continue
    if (parts.length === MAX_CHANGED_SEATS) return null
    parts.push({ left: partLeft, top: partTop, width: right - partLeft, height: bottom - partTop })
  }
  return parts
}
