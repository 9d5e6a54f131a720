import { formatDayTime } from '#platform/time/ist.ts'
import type { CategoryList, Waiting } from '#shop/waiting/waiting-admin.api.ts'
import { counted } from '../kit/words/counted.ts'

/** '2 side by side', '1 seat', '3, also apart' */
export const wishWords = ({ seats, together }: Pick<Waiting, 'seats' | 'together'>): string =>
  seats === 1 ? counted(1, 'seat') : together ? `${seats} side by side` : `${seats}, also apart`

export const offerWords = ({ orderCode, isSubmitted, until }: NonNullable<Waiting['offer']>): string =>
  isSubmitted ? `Order ${orderCode}, payment in review` : `Order ${orderCode}, until ${formatDayTime(until)}`

/** Returns the figures to show of a list: always people and seats, the others only above 0. */
export function figuresOf(list: CategoryList): { label: string; value: number }[] {
  const figures = [
    { label: 'People waiting', value: list.people },
    { label: 'Seats wanted', value: list.seats },
  ]
  const more = [
    { label: 'Open offers', value: list.offers },
    { label: 'Payments in review', value: list.submitted },
    { label: 'Seats bought by offers', value: list.bought },
    { label: 'Given back, unsold', value: list.returns },
    { label: 'Given back, in review', value: list.buying },
    { label: 'Given back, sold', value: list.returnsSold },
  ]
  return [...figures, ...more.filter(({ value }) => value > 0)]
}
