import type { ComponentType, CSSProperties } from 'react'
import type { SeatGeometry } from '#shop/seats/seat-geometry.ts'
import { gapAt } from '../pane/pane-zoom.ts'
import type { PaneView } from '../pane/pane-view.ts'

const shopStates = ['available', 'selected', 'in-cart', 'sold', 'lost', 'blocked'] as const
/** What staff see: `ticket` and `elsewhere` are sold, with and without a ticket of this shop. */
const staffStates = ['held', 'review', 'ticket', 'elsewhere', 'kept'] as const
export const seatStates = [...shopStates, ...staffStates] as const
export type SeatState = (typeof shopStates)[number]
export type StaffSeatState = (typeof staffStates)[number]
export type DrawnSeatState = (typeof seatStates)[number]

/** Written in place of the seat's number. */
export const seatLetters: Partial<Record<DrawnSeatState, string>> = { held: 'H', review: 'R', kept: 'K' }

/** True when a press is of use: staff press seats in every state. */
export const isPressable = (state: DrawnSeatState): boolean =>
  state === 'available' || state === 'selected' || seatStates.indexOf(state) >= shopStates.length

/** Larger maps are a canvas under buttons for the seats in sight (docs/decisions/0013-seat-maps.md). */
export const MAX_SEAT_BUTTONS = 250

export interface SeatDrawingProps {
  geometry: SeatGeometry
  /** An index of `seatStates` for each seat. A change is a new array. */
  states: Uint8Array
  view: PaneView
  label: string
  /** The accessible name of a seat. Must be stable while its words are. */
  describe: (seat: number, state: DrawnSeatState) => string
  /** The seat with the tab stop; -1 for none. */
  at: number
  onMove: (seat: number) => void
  onNear: (seat: number) => void
  /** A press on a seat in any state. Without it the drawing is a picture that takes no focus. */
  onPress?: (seat: number) => void
}

export type SeatDrawing = ComponentType<SeatDrawingProps>

export function lengthsOf({ pitch, content }: PaneView): CSSProperties {
  return {
    '--pitch': `${pitch}px`,
    '--seat': `${pitch - gapAt(pitch)}px`,
    '--seat-type': pitch >= 38 ? '13px' : '12px',
    '--origin-x': `${content.originX}px`,
    '--origin-y': `${content.originY}px`,
  } as CSSProperties
}

export function statesOf(
  geometry: SeatGeometry,
  marks: {
    taken: ReadonlySet<string>
    selected?: ReadonlySet<string>
    inCart?: ReadonlySet<string>
    lost?: ReadonlySet<string>
    staff?: ReadonlyMap<string, StaffSeatState>
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
    let state: DrawnSeatState = 'available'
    if (seat.blocked) state = 'blocked'
    else if (lost?.has(seat.label)) state = 'lost'
    else if (selected?.has(seat.label)) state = 'selected'
    else if (inCart?.has(seat.label)) state = 'in-cart'
    else if (taken?.has(seat.label)) state = 'sold'
    else state = marks.staff?.get(seat.label) ?? 'available'
    if (state !== 'available') states[index] = seatStates.indexOf(state)
  }
  return states
}
