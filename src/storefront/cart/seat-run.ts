import { ACTION_TOAST_MS } from '#ui/toast.tsx'

/** Seats of one line that one press after another added or removed: one toast names them, and its Undo undoes them all. */
export interface SeatRun {
  way: 'added' | 'removed'
  /** In the order of the presses. */
  seats: readonly string[]
  /** Until when its toast is on the screen, in ms. */
  until: number
}

/** The run after a press at `now` (ms). The other way, or a toast that has gone, begins a new one. */
export const nextRun = (run: SeatRun | null, way: SeatRun['way'], seat: string, now: number): SeatRun => ({
  way,
  seats: run && run.way === way && now < run.until ? [...run.seats, seat] : [seat],
  until: now + ACTION_TOAST_MS,
})
