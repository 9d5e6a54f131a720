import { formatTime } from '#platform/time/ist.ts'

/** What the database takes. */
export const SHIFT_HOURS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const

/** Null once the shift is over; a page that stays open reads its end only now and then. */
export const shiftLeft = (until: string | null, now: number): string | null =>
  until !== null && Date.parse(until) > now ? until : null

/** Of all admins: another one's shift may end later. */
export const shiftWords = (until: string | null): string =>
  until === null ? 'Nobody is on shift' : `Somebody is on shift until ${formatTime(until)}`
