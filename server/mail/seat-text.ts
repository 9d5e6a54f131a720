import { formatSeats, type NamedSeats } from '#shop/seats/seat-names.ts'
import { isStanding } from '#shop/seats/standing.ts'
import type { ServerWords } from '../words/en.ts'

/** Returns 'seats A1, A2', 'Balcony A1', or of standing places the number of people; '' for none. */
export function seatText(line: NamedSeats, words: ServerWords): string {
  const said = formatSeats(line)
  if (said.n === 0) return ''
  return isStanding(line.seats) ? words.standing(said) : said.named ? said.list : words.seats(said)
}
