import type { ComponentType, CSSProperties } from 'react'
import type { SeatGeometry } from '#shop/seats/seat-geometry.ts'
import { gapAt } from '../pane/pane-zoom.ts'
import type { PaneView } from '../pane/pane-view.ts'

/** In the order of their numbers in `SeatDrawingProps.states`. */
export const seatStates = ['available', 'selected', 'in-cart', 'sold', 'lost', 'blocked'] as const
export type SeatState = (typeof seatStates)[number]

/**
 * Up to this many seats each is a button of its own that is seen; beyond, seats are drawn on a canvas, under the buttons
 * of those in sight. The canvas appears sooner from about a hundred seats on; buttons have all their names at once.
 */
export const MAX_SEAT_BUTTONS = 250

export interface SeatDrawingProps {
  geometry: SeatGeometry
  /** For each seat its place in `seatStates`. A change is a new array. */
  states: Uint8Array
  view: PaneView
  /** Name of the grid. */
  label: string
  /** What is read out for a seat. Must be stable while its words stay. */
  describe: (seat: number, state: SeatState) => string
  /** The seat that has the tab stop; -1 when there is none. */
  at: number
  /** Moves the tab stop, and the focus with it. */
  onMove: (seat: number) => void
  /** Zooms in on a seat that is too small to be pressed. */
  onNear: (seat: number) => void
  /** Somebody pressed a seat, in whatever state. Without it the drawing is a picture: nothing in it takes focus. */
  onPress?: (seat: number) => void
}

/** One drawing of a seat map inside a pane that scrolls and zooms. There are two: SeatButtons and SeatCanvas. */
export type SeatDrawing = ComponentType<SeatDrawingProps>

/** The lengths of seat-map.css, as they are in a view. */
export function lengthsOf({ pitch, content }: PaneView): CSSProperties {
  return {
    '--pitch': `${pitch}px`,
    '--seat': `${pitch - gapAt(pitch)}px`,
    '--seat-type': pitch >= 38 ? '13px' : '12px',
    '--origin-x': `${content.originX}px`,
    '--origin-y': `${content.originY}px`,
  } as CSSProperties
}

/** The states as numbers, for the drawings. */
export function statesOf(
  geometry: SeatGeometry,
  marks: {
    taken: ReadonlySet<string>
    selected?: ReadonlySet<string>
    inCart?: ReadonlySet<string>
    lost?: ReadonlySet<string>
  },
): Uint8Array {
  const marked = (set: ReadonlySet<string> | undefined) => (set && set.size > 0 ? set : null)
  const taken = marked(marks.taken)
  const selected = marked(marks.selected)
  const inCart = marked(marks.inCart)
  const lost = marked(marks.lost)
  const states = new Uint8Array(geometry.seats.length)
  for (let index = 0; index < states.length; index += 1) {
    const seat = geometry.seats[index]!
    let state: SeatState = 'available'
    if (seat.blocked) state = 'blocked'
    else if (lost?.has(seat.label)) state = 'lost'
    else if (selected?.has(seat.label)) state = 'selected'
    else if (inCart?.has(seat.label)) state = 'in-cart'
    else if (taken?.has(seat.label)) state = 'sold'
    if (state !== 'available') states[index] = seatStates.indexOf(state)
  }
  return states
}
