import { formatSeats, type NamedSeats } from '#shop/seats/seat-names.ts'
import { isStanding } from '#shop/seats/standing.ts'
import { t } from '../messages/messages.ts'

/**
 * Formats as formatSeats does; of standing places only the number of people is said, `named`: no word for seats goes
 * before it.
 */
export const saidSeats = (line: NamedSeats): { n: number; list: string; named: boolean } =>
  isStanding(line.seats)
    ? { n: line.seats.length, list: t('common.standing', { n: line.seats.length }), named: true }
    : formatSeats(line)

/** Returns 'A1, A2', or 'Standing, 2 people'; '' for none. */
export const listedSeats = (seats: readonly string[]): string =>
  isStanding(seats) ? t('common.standing', { n: seats.length }) : seats.join(', ')
