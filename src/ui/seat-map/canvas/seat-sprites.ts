import { zoneOfRow, type DrawnRow, type SeatGeometry } from '#shop/seats/seat-geometry.ts'
import type { SeatMapSeat } from '#shop/seats/seat-map.ts'
import { gapAt } from '../pane/pane-zoom.ts'
import { freeColour, tintOf, type SeatColours } from '../theme-colours.ts'
import { seatLetters, seatStates, type DrawnSeatState } from './seat-drawing.ts'

/** Columns and initial rows of the sheet. A sheet that is larger than its pictures takes longer to copy. */
const sheetColumns = 16
const sheetRows = 2
const fullSheet = 512
/** The plain ground and the tints of zones. */
const MAX_TINTS = 7

/** Pictures of seats at the current zoom, so that a frame copies pixels and sets no type. */
export class SeatSprites {
  private sheet = document.createElement('canvas')
  private context = this.sheet.getContext('2d')!
  private places = new Map<number, number>()
  private side = 0
  private pad = 0
  private inRuns = false
  private pitch = 0
  private ratio = 1
  private colours: SeatColours | null = null

  prepare(pitch: number, ratio: number, colours: SeatColours): void {
    // By identity: colours are read again when the font has arrived, with the same values.
    const same = pitch === this.pitch && ratio === this.ratio && colours === this.colours
    if (same && this.places.size < fullSheet) return
    this.pitch = pitch
    this.ratio = ratio
    this.colours = colours
    // Room for a thick border. When the pitch is a whole number of device pixels and the gaps have that room, the
    // pictures are spaced like the seats: neighbours are copied in one go.
    const step = pitch * ratio
    this.pad = Math.ceil(ratio)
    this.inRuns = Number.isInteger(step) && gapAt(pitch) * ratio >= 2 * this.pad
    if (!this.inRuns) this.pad += 1
    this.side = this.inRuns ? step : Math.ceil(step) + 2 * this.pad
    this.places.clear()
    this.sheet.width = this.side * sheetColumns
    this.sheet.height = this.side * sheetRows
  }

  make(state: number, seat: SeatMapSeat, zone: number): void {
    const key = keyOf(state, seat, zone)
    if (this.places.has(key)) return
    const place = this.places.size
    this.places.set(key, place)
    if ((Math.floor(place / sheetColumns) + 1) * this.side > this.sheet.height) this.grow()
    this.paint(place, seatStates[state]!, seat, zone)
  }

  /** Counts seats from `column` to `end` whose pictures are next to each other on the sheet. */
  runOf(row: DrawnRow, geometry: SeatGeometry, states: Uint8Array, column: number, end: number): number {
    if (!this.inRuns) return 1
    const first = this.placeOf(row, geometry, states, column)
    const most = Math.min(end - column, sheetColumns - (first % sheetColumns))
    let length = 1
    while (
      length < most &&
      row.at[column + length]! >= 0 &&
      this.placeOf(row, geometry, states, column + length) === first + length
    )
      length += 1
    return length
  }

  private placeOf(row: DrawnRow, geometry: SeatGeometry, states: Uint8Array, column: number): number {
    const seat = row.at[column]!
    return this.places.get(keyOf(states[seat]!, geometry.seats[seat]!, zoneOfRow(geometry, row)))!
  }

  /** Copies the pictures of `length` seats from this one on to x, y in device pixels. */
  draw(
    to: CanvasRenderingContext2D,
    [state, seat, zone]: readonly [state: number, seat: SeatMapSeat, zone: number],
    length: number,
    x: number,
    y: number,
  ): void {
    const place = this.places.get(keyOf(state, seat, zone))!
    const { side, pad } = this
    const sheetX = (place % sheetColumns) * side
    const sheetY = Math.floor(place / sheetColumns) * side
    const width = length * side
    to.drawImage(this.sheet, sheetX, sheetY, width, side, x - pad, y - pad, width, side)
  }

  private grow(): void {
    const before = this.sheet
    this.sheet = document.createElement('canvas')
    this.sheet.width = before.width
    this.sheet.height = before.height * 2
    this.context = this.sheet.getContext('2d')!
    this.context.drawImage(before, 0, 0)
  }

  private paint(
    place: number,
    state: DrawnSeatState,
    { number, wheelchair, companionOf }: SeatMapSeat,
    zone: number,
  ): void {
    const { context, pitch, ratio } = this
    const colours = this.colours!
    const size = pitch - gapAt(pitch)
    const x = ((place % sheetColumns) * this.side + this.pad) / ratio
    const y = (Math.floor(place / sheetColumns) * this.side + this.pad) / ratio
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    const box = (inset: number): void => {
      const radius = wheelchair ? size / 2 : companionOf !== undefined ? size / 3 : 3
      context.beginPath()
      context.roundRect(x + inset, y + inset, size - 2 * inset, size - 2 * inset, Math.max(0, radius - inset))
    }
    const look: SeatLook = looks[state]
    if (look.fill) {
      const [colour, inset] = look.fill
      box(inset)
      context.fillStyle = state === 'available' ? freeColour(colours, zone) : colours[colour]
      context.fill()
    }
    if (look.border) {
      const [colour, width, dash = []] = look.border
      box(width / 2)
      context.strokeStyle = colours[colour]
      context.lineWidth = width
      context.setLineDash(dash)
      context.stroke()
      context.setLineDash([])
    }
    if (look.cross) {
      const [colour, least, part, width] = look.cross
      const half = Math.max(least, size / part)
      context.strokeStyle = colours[colour]
      context.lineWidth = width
      context.beginPath()
      context.moveTo(x + size / 2 - half, y + size / 2 - half)
      context.lineTo(x + size / 2 + half, y + size / 2 + half)
      context.moveTo(x + size / 2 + half, y + size / 2 - half)
      context.lineTo(x + size / 2 - half, y + size / 2 + half)
      context.stroke()
    }
    if (look.letters) {
      const [colour, weight] = look.letters
      const points = pitch >= 38 ? 13 : pitch >= 27 ? 12 : 10
      context.font = `${weight} ${points}px ${colours.font}`
      context.textAlign = 'center'
      context.textBaseline = 'middle'
      context.fillStyle = colours[colour]
      context.fillText(seatLetters[state] ?? String(number), x + size / 2, y + size / 2 + 1)
    }
    if (state === 'blocked') {
      context.fillStyle = colours.rule
      context.beginPath()
      context.roundRect(x + size * 0.25, y + size * 0.25, size * 0.5, size * 0.5, 2)
      context.fill()
    }
  }
}

type Colour = keyof SeatColours

/** How a seat is drawn, in this order. Lengths in CSS pixels. */
interface SeatLook {
  fill?: [Colour, inset: number]
  /** Inside the edge of the seat. */
  border?: [Colour, width: number, dash?: number[]]
  /** Half as long as this part of the seat, but at least `least`. */
  cross?: [Colour, least: number, part: number, width: number]
  /** The number, or the letter of the state. */
  letters?: [Colour, weight: number]
}

const looks: Record<DrawnSeatState, SeatLook> = {
  available: { fill: ['raised', 0.5], border: ['control', 1], letters: ['ink', 420] },
  selected: { fill: ['accent', -1], border: ['accentInk', 2], letters: ['accentInk', 700] },
  'in-cart': { fill: ['raised', 1], border: ['accentText', 2], letters: ['ink', 700] },
  // Free seats are what one looks for: sold ones fade.
  sold: { fill: ['rule', 2] },
  lost: { border: ['bad', 2], cross: ['bad', 3, 6, 2] },
  // A small square.
  blocked: {},
  held: { border: ['control', 1, [2, 2]], letters: ['muted', 420] },
  review: { border: ['accentText', 2], letters: ['accentText', 700] },
  ticket: { fill: ['ink', 0], letters: ['sunk', 420] },
  elsewhere: { border: ['control', 1], cross: ['muted', 2.5, 7, 1.4] },
  kept: { fill: ['rule', 1], border: ['ink', 2], letters: ['ink', 700] },
}

/** Only seats that show their number differ by it, and only free ones by their zone's tint. */
function keyOf(state: number, { number, wheelchair, companionOf }: SeatMapSeat, zone: number): number {
  const numbered = state <= 2 || seatStates[state] === 'ticket'
  const tint = state === 0 && zone >= 0 ? tintOf(zone) : 0
  const shape = wheelchair ? 1 : companionOf !== undefined ? 2 : 0
  return (((numbered ? number : 0) * seatStates.length + state) * 3 + shape) * MAX_TINTS + tint
}
