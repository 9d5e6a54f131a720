import type { Genre } from '#shop/catalogue/catalogue.ts'
import { addDays, dayKey, fromIst } from '#platform/time/ist.ts'
import { gridColumns, rowLetters } from '#shop/seats/seat-map.ts'
import { markedId } from '../demo-mark.ts'

export interface Counts {
  events: number
  categories: number
  payments: number
  tickets: number
}

export const LARGE: Counts = { events: 300, categories: 2_000, payments: 20_000, tickets: 100_000 }
export const PAYMENTS_PER_CUSTOMER = 5

interface LargeEvent {
  id: string
  singer: number
  city: string
  venue: string
  date: string
  genre: Genre
  cancelled: boolean
}

export interface LargeCategory {
  id: string
  event: LargeEvent
  name: string
  /** Paise. */
  price: number
  total: number
  columns: number
  /** Seats that customers have, from the first on. */
  taken: number
  sold: number
}

const firstNames = ['Aarohi', 'Bhuvan', 'Chitra', 'Dhanvi', 'Eshan', 'Gauri', 'Hiral', 'Ishaan', 'Juhi', 'Kabir']
const lastNames = ['Vaidehar', 'Morekar', 'Subbaran', 'Thakralan', 'Rangnath', 'Ghoshalik']
const bands = ['and the Lanterns', 'Ensemble', 'Unplugged', 'Trio', 'Live', 'and Friends']
const cities = ['Mumbai', 'Delhi', 'Bangalore', 'Chennai', 'Hyderabad', 'Kolkata', 'Pune', 'Jaipur']
const venues = ['Town Hall', 'Open Air Stage', 'Mill Yard', 'Lake House', 'Old Court']
const genres: readonly Genre[] = ['Rock', 'Pop', 'Classical', 'Jazz', 'Folk', 'Electronic']
const names = ['Platinum', 'Gold', 'Silver', 'Balcony', 'Gallery', 'Terrace', 'Lawn', 'Patron', 'House', 'Rear']
const totals = [160, 120, 240, 200, 320, 140, 280]
const times = ['19:30', '19:00', '18:30', '20:00']

const PAST_PART = 2 / 3
/** Every 60th event is cancelled. */
const CANCELLED_EVERY = 60
const DAYS_BACK = 540
const DAYS_AHEAD = 330

export const largeSingers: readonly string[] = firstNames.flatMap((first, index) =>
  lastNames.map((last, other) => `${first} ${last} ${bands[(index + other) % bands.length]}`),
)

export const customerName = (n: number): string =>
  `${firstNames[n % firstNames.length]} ${lastNames[Math.floor(n / firstNames.length) % lastNames.length]}`

/** Plans events and their categories by date, from the Indian day of `now`. */
export function planLargeCatalogue(now: Date, events: number, categories: number): LargeCategory[] {
  const today = dayKey(now)
  const past = Math.round(events * PAST_PART)
  const made: LargeCategory[] = []
  for (let n = 0; n < events; n += 1) {
    const days =
      n < past
        ? -1 - Math.floor(((past - 1 - n) * DAYS_BACK) / past)
        : 3 + Math.floor(((n - past) * DAYS_AHEAD) / Math.max(1, events - past))
    const event: LargeEvent = {
      id: markedId(),
      singer: n % largeSingers.length,
      city: cities[n % cities.length]!,
      venue: `${venues[n % venues.length]}, ${cities[n % cities.length]}`,
      date: fromIst(addDays(today, days), times[n % times.length]),
      genre: genres[n % genres.length]!,
      cancelled: n % CANCELLED_EVERY === CANCELLED_EVERY - 1,
    }
    const count = Math.round((categories - made.length) / (events - n))
    for (let index = 0; index < count; index += 1) {
      const total = totals[(n + index) % totals.length]!
      made.push({
        id: markedId(),
        event,
        name: names[index % names.length]! + (index < names.length ? '' : ` ${Math.floor(index / names.length) + 1}`),
        price: 100 * (300 + 150 * ((n * 7 + index * 3) % 23)),
        total,
        columns: gridColumns(total),
        taken: 0,
        sold: 0,
      })
    }
  }
  return made
}

/** The caller checks that there are enough. */
export function nextSeats(category: LargeCategory, count: number): string[] {
  const seats = Array.from({ length: count }, (_, index) => {
    const position = category.taken + index
    return rowLetters(Math.floor(position / category.columns)) + String((position % category.columns) + 1)
  })
  category.taken += count
  return seats
}
