import type { SeatGeometry } from '#shop/seats/seat-geometry.ts'
import { gapAt, type PaneContent } from '../pane/pane-zoom.ts'
import { freeColour, type SeatColours } from '../theme-colours.ts'
import type { DrawnSeatState } from './seat-drawing.ts'

/** In CSS pixels. */
export interface Area {
  left: number
  top: number
  width: number
  height: number
}

export interface Scene extends Area {
  geometry: SeatGeometry
  states: Uint8Array
  content: PaneContent
  pitch: number
  /** Device pixels per CSS pixel. */
  ratio: number
  colours: SeatColours
}

/** From this pitch on seats are pictures with numbers; below it they are marks. */
export const smallestDrawnSeat = 20
/** From this pitch on marks have a border. */
export const smallestHollow = 9

interface Mark {
  state: DrawnSeatState
  /** Or that of a price zone. */
  colour: string | ((zone: number) => string)
  /** Of a seat's size. */
  size: number
}

/** Returns how seats are painted from far away, one pass a mark: that sets the colour a few times, not ten thousand times. */
export function marksOf(pitch: number, colours: SeatColours): Mark[] {
  const hollow = pitch >= smallestHollow
  const free = (zone: number): string => (zone < 0 && !hollow ? colours.control : freeColour(colours, zone))
  const marks: Mark[] = [
    { state: 'available', colour: hollow ? colours.control : free, size: 1 },
    { state: 'selected', colour: colours.accent, size: 1.1 },
    { state: 'in-cart', colour: colours.accentText, size: 0.8 },
    { state: 'sold', colour: colours.rule, size: 0.8 },
    { state: 'lost', colour: colours.bad, size: 1.1 },
    { state: 'blocked', colour: colours.rule, size: 0.5 },
    { state: 'held', colour: colours.muted, size: 0.5 },
    { state: 'review', colour: colours.accentText, size: 0.7 },
    { state: 'ticket', colour: colours.ink, size: 1 },
    { state: 'elsewhere', colour: colours.muted, size: 0.3 },
    { state: 'kept', colour: colours.ink, size: 0.6 },
  ]
  if (hollow) marks.push({ state: 'available', colour: free, size: 1 - 2 / (pitch - gapAt(pitch)) })
  return marks
}
