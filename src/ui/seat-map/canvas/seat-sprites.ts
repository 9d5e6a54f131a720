import type { DrawnRow, SeatGeometry } from '#shop/seats/seat-geometry.ts'
import type { SeatMapSeat } from '#shop/seats/seat-map.ts'
import { gapAt } from '../pane/pane-zoom.ts'
import type { SeatColours } from '../seat-colours.ts'
import { seatLetters, seatStates, type DrawnSeatState } from './seat-drawing.ts'

/** Columns and initial rows of the sheet. A sheet that is larger than its pictures takes longer to copy. */
const sheetColumns = 16
const sheetRows = 2
const fullSheet = 512

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

  make(state: number, seat: SeatMapSeat): void {
    const key = keyOf(state, seat)
    if (this.places.has(key)) return
    const place = this.places.size
    this.places.set(key, place)
    if ((Math.floor(place / sheetColumns) + 1) * this.side > this.sheet.height) this.grow()
    this.paint(place, seatStates[state]!, seat)
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
    return this.places.get(keyOf(states[seat]!, geometry.seats[seat]!))!
  }

  /** Copies the pictures of `length` seats from this one on to x, y in device pixels. */
  draw(to: CanvasRenderingContext2D, state: number, seat: SeatMapSeat, length: number, x: number, y: number): void {
    const place = this.places.get(keyOf(state, seat))!
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

  private paint(place: number, state: DrawnSeatState, { number, wheelchair }: SeatMapSeat): void {
    const { context, pitch, ratio } = this
    const colours = this.colours!
    const size = pitch - gapAt(pitch)
    const x = ((place % sheetColumns) * this.side + this.pad) / ratio
    const y = (Math.floor(place / sheetColumns) * this.side + this.pad) / ratio
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    const box = (inset: number): void => {
      const radius = wheelchair ? size / 2 : 3
      context.beginPath()
      context.roundRect(x + inset, y + inset, size - 2 * inset, size - 2 * inset, Math.max(0, radius - inset))
    }
    const cross = (half: number, width: number): void => {
      context.lineWidth = width
      context.beginPath()
      context.moveTo(x + size / 2 - half, y + size / 2 - half)
      context.lineTo(x + size / 2 + half, y + size / 2 + half)
      context.moveTo(x + size / 2 + half, y + size / 2 - half)
      context.lineTo(x + size / 2 - half, y + size / 2 + half)
      context.stroke()
    }
    const write = (weight: number, colour: string): void => {
      const points = pitch >= 38 ? 13 : pitch >= 27 ? 12 : 10
      context.font = `${weight} ${points}px ${colours.font}`
      context.textAlign = 'center'
      context.textBaseline = 'middle'
      context.fillStyle = colour
      context.fillText(seatLetters[state] ?? String(number), x + size / 2, y + size / 2 + 1)
    }
    switch (state) {
      case 'available':
        box(0.5)
        context.fillStyle = colours.raised
        context.fill()
        context.strokeStyle = colours.control
        context.lineWidth = 1
        context.stroke()
        return write(420, colours.ink)
      case 'selected':
        box(-1)
        context.fillStyle = colours.accent
        context.fill()
        box(1)
        context.strokeStyle = colours.accentInk
        context.lineWidth = 2
        context.stroke()
        return write(700, colours.accentInk)
      case 'in-cart':
        box(1)
        context.fillStyle = colours.raised
        context.fill()
        context.strokeStyle = colours.accentText
        context.lineWidth = 2
        context.stroke()
        return write(700, colours.ink)
      case 'sold':
        context.strokeStyle = colours.muted
        return cross(Math.max(2.5, size / 9), 1.4)
      case 'lost':
        box(1)
        context.strokeStyle = colours.bad
        context.lineWidth = 2
        context.stroke()
        return cross(Math.max(3, size / 6), 2)
      case 'blocked':
        context.fillStyle = colours.rule
        context.beginPath()
        context.roundRect(x + size * 0.25, y + size * 0.25, size * 0.5, size * 0.5, 2)
        return context.fill()
      case 'held':
        box(0.5)
        context.strokeStyle = colours.control
        context.lineWidth = 1
        context.setLineDash([2, 2])
        context.stroke()
        context.setLineDash([])
        return write(420, colours.muted)
      case 'review':
        box(1)
        context.strokeStyle = colours.accentText
        context.lineWidth = 2
        context.stroke()
        return write(700, colours.accentText)
      case 'ticket':
        box(0)
        context.fillStyle = colours.ink
        context.fill()
        return write(420, colours.sunk)
      case 'elsewhere':
        box(0.5)
        context.strokeStyle = colours.control
        context.lineWidth = 1
        context.stroke()
        context.strokeStyle = colours.muted
        return cross(Math.max(2.5, size / 7), 1.4)
      case 'kept':
        box(1)
        context.fillStyle = colours.rule
        context.fill()
        context.strokeStyle = colours.ink
        context.lineWidth = 2
        context.stroke()
        return write(700, colours.ink)
    }
  }
}

/** Only seats that show their number differ by it. */
function keyOf(state: number, { number, wheelchair }: SeatMapSeat): number {
  const numbered = state <= 2 || seatStates[state] === 'ticket'
  return ((numbered ? number : 0) * seatStates.length + state) * 2 + (wheelchair ? 1 : 0)
}
