import { numberOfId } from './catalogue.ts'

/** Returns a made-up rating (4.0–5.0) and review count (500–3499), fixed for an event. Never show it unlabelled. */
export function sampleRating(eventId: string): { rating: number; reviews: number } {
  const number = numberOfId(eventId)
  return { rating: (40 + (number % 11)) / 10, reviews: 500 + (Math.floor(number / 11) % 3000) }
}
