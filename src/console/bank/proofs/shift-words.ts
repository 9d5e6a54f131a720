import { formatTime } from '#platform/time/ist.ts'

/** The lengths of a shift that the database accepts. */
export const SHIFT_HOURS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const

/** Returns the end of the shift, null once it is over: a page that stays open reads the end only now and then. */
export const shiftLeft = (until: string | null, now: number): string | null =>
  until !== null && Date.parse(until) > now ? until : null

/** Says until when any admin is on shift; `until` is the latest end of all shifts. */
export const shiftWords = (until: string | null): string =>
  until === null ? 'Nobody is on shift' : `Somebody is on shift until ${formatTime(until)}`
