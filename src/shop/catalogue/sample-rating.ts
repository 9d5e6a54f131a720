import { numberOfId } from './catalogue.ts'

/** A made-up rating (4.0–5.0) and number of reviews (500–3499), always the same for an event. Never shown unlabelled. */
export function sampleRating(eventId: string): { rating: number; reviews: number } {
  const number = numberOfId(eventId)
  return { rating: (40 + (number % 11)) / 10, reviews: 500 + (Math.floor(number / 11) % 3000) }
}
