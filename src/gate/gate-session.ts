import { admissibleSeats, type Verdict } from '#shop/gate/decision.ts'
import type { Judged } from '#shop/gate/scans/judge.store.ts'

/** How long an admission is shown; every other answer stays until Next. */
export const ADMISSION_SHOWN_MS = 1_200
const REMEMBERED = 6

export interface Shown {
  judged: Judged
  ticked: readonly string[] | null
  letIn: readonly string[] | null
  brief: boolean
  /** When it was first shown, in ms of performance.now(). */
  at: number
  /** Counts the answers shown, so that a repeated one gets its full time again. */
  turn: number
}

export interface RecentAnswer {
  verdict: Verdict
  judged: Judged
  letIn: readonly string[] | null
  at: number
  undone: boolean
}

export interface GateState {
  shown: Shown | null
  /** The first answer to the last code, shown again when that code is read again. */
  first: Shown | null
  recent: readonly RecentAnswer[]
  turns: number
}

export type GateAction =
  | { type: 'judged'; judged: Judged; at: number }
  | { type: 'again' }
  | { type: 'tick'; seat: string }
  | { type: 'let in'; judged: Judged; seats: readonly string[]; at: number }
  | { type: 'changed'; judged: Judged; seats: readonly string[]; at: number }
  | { type: 'hold' }
  | { type: 'next' }
  | { type: 'time over'; turn: number }
  | { type: 'undone'; scanId: string }

export const emptyGate: GateState = { shown: null, first: null, recent: [], turns: 0 }

export function gateReducer(state: GateState, action: GateAction): GateState {
  switch (action.type) {
    case 'judged': {
      const { judged, at } = action
      const ticked = seatsToTick(judged)
      const letIn = judged.decision.verdict === 'ENTER' && ticked === null ? judged.decision.seats : null
      const shown: Shown = { judged, ticked, letIn, brief: letIn !== null, at, turn: state.turns + 1 }
      return { ...show(state, shown), recent: ticked === null ? remember(state.recent, shown, at) : state.recent }
    }
    case 'again':
      return state.first ? show(state, { ...state.first, turn: state.turns + 1 }) : state
    case 'tick': {
      const { shown } = state
      if (!shown?.ticked) return state
      const may = admissibleSeats(shown.judged.decision)
      const ticked = shown.ticked.includes(action.seat)
        ? shown.ticked.filter((seat) => seat !== action.seat)
        : shown.ticked.length < may.most
          ? may.seats.filter((seat) => seat === action.seat || shown.ticked!.includes(seat))
          : shown.ticked
      return { ...state, shown: { ...shown, ticked } }
    }
    case 'let in': {
      const { judged, seats, at } = action
      const shown: Shown = { judged, ticked: null, letIn: seats, brief: true, at, turn: state.turns + 1 }
      return { ...show(state, shown), recent: remember(state.recent, shown, at) }
    }
    case 'changed': {
      const { judged, seats, at } = action
      // A single seat waits too: this answer has not let anyone in yet.
      const ticked = admissibleSeats(judged.decision).most > 0 ? seats : null
      const shown: Shown = { judged, ticked, letIn: null, brief: false, at, turn: state.turns + 1 }
      return { ...show(state, shown), recent: ticked === null ? remember(state.recent, shown, at) : state.recent }
    }
    case 'hold':
      return state.shown ? { ...state, shown: { ...state.shown, brief: false } } : state
    case 'next':
      return { ...state, shown: null }
    case 'time over':
      return state.shown?.brief && state.shown.turn === action.turn ? { ...state, shown: null } : state
    case 'undone': {
      const isIt = (judged: Judged) => judged.scan?.id === action.scanId
      return {
        ...state,
        shown: state.shown && isIt(state.shown.judged) ? null : state.shown,
        first: state.first && isIt(state.first.judged) ? null : state.first,
        recent: state.recent.map((one) => (isIt(one.judged) ? { ...one, undone: true } : one)),
      }
    }
  }
}

const show = (state: GateState, shown: Shown): GateState => ({ ...state, shown, first: shown, turns: shown.turn })

const remember = (recent: readonly RecentAnswer[], { judged, letIn }: Shown, at: number): RecentAnswer[] =>
  [{ verdict: judged.decision.verdict, judged, letIn, at, undone: false }, ...recent].slice(0, REMEMBERED)

/** All seats of a group, at most as many as are left; null when a single seat enters by itself. */
function seatsToTick(judged: Judged): readonly string[] | null {
  const { seats, most } = admissibleSeats(judged.decision)
  if (most <= 0) return null
  if (judged.decision.verdict === 'ENTER' && seats.length === 1) return null
  return seats.slice(0, most)
}
