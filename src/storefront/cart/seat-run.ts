import { ACTION_TOAST_MS } from '#ui/toast/toast-options.ts'

/** Consecutive presses in one direction on a line: one toast names the seats, its Undo reverts them all. */
export interface SeatRun {
  way: 'added' | 'removed'
  seats: readonly string[]
  /** When its toast disappears, in ms. */
  until: number
}

/** Extends the run by a press at `now` (ms); starts a new run in the other direction or once the toast is gone. */
export const nextRun = (run: SeatRun | null, way: SeatRun['way'], seat: string, now: number): SeatRun => ({
  way,
  seats: run && run.way === way && now < run.until ? [...run.seats, seat] : [seat],
  until: now + ACTION_TOAST_MS,
})
