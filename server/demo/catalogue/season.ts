import type { Genre } from '#shop/catalogue/catalogue.ts'
import { addDays, dayKey, fromIst } from '#platform/time/ist.ts'
import type { HallName } from './halls.ts'

/** All names are invented. */

interface CategoryPlan {
  name: string
  /** Whole rupees. */
  price: number
  total: number
  /** Section codes of the hall; empty without a layout. */
  sections: string[]
  /** Part sold by the box office, 0 to 1. */
  soldPart: number
}

export interface EventPlan {
  singer: string
  genre: Genre
  city: string
  venue: string
  date: string
  hall: HallName | null
  cancelled: boolean
  /** True when its gates can be prepared now. */
  atTheGate: boolean
  categories: CategoryPlan[]
}

interface Singer {
  name: string
  genre: Genre
  /** Rupees of a middle seat. */
  base: number
  upcoming: number
  past: number
}

const singers: readonly Singer[] = [
  { name: 'Meher Qazi', genre: 'Classical', base: 1500, upcoming: 5, past: 1 },
  { name: 'The Monsoon Wires', genre: 'Rock', base: 899, upcoming: 4, past: 1 },
  { name: 'Ira Deshpande', genre: 'Classical', base: 800, upcoming: 4, past: 1 },
  { name: 'Zoya Rahmani Qawwali Party', genre: 'Folk', base: 1100, upcoming: 4, past: 1 },
  { name: 'Arka Sen', genre: 'Jazz', base: 650, upcoming: 3, past: 1 },
  { name: 'Kesarbagh Collective', genre: 'Folk', base: 700, upcoming: 3, past: 0 },
  { name: 'Neelkanth Vartak Quartet', genre: 'Jazz', base: 950, upcoming: 3, past: 0 },
  { name: 'Saltpan Radio', genre: 'Electronic', base: 1200, upcoming: 3, past: 0 },
  { name: 'Thamarai Strings', genre: 'Classical', base: 750, upcoming: 3, past: 0 },
  { name: 'Jugnu and the Night Bus', genre: 'Pop', base: 1300, upcoming: 3, past: 0 },
  { name: 'Roshni Ghatwari', genre: 'Pop', base: 2200, upcoming: 3, past: 0 },
  { name: 'Lakeer Theory', genre: 'Electronic', base: 1000, upcoming: 3, past: 0 },
  { name: 'Harbans Dhol Company', genre: 'Folk', base: 600, upcoming: 2, past: 0 },
  { name: 'Anvita Shenoykar', genre: 'Pop', base: 1800, upcoming: 2, past: 0 },
]

interface Venue {
  name: string
  hall: HallName | null
}

const venues: Record<string, Venue[]> = {
  Mumbai: [
    { name: 'Saptak Hall, Bandra West', hall: 'Saptak Hall' },
    { name: 'Baithak House, Dadar', hall: null },
    { name: 'Dockyard Nine, Mazgaon', hall: null },
  ],
  Delhi: [
    { name: 'Chandni Court, Civil Lines', hall: null },
    { name: 'Charbagh Amphitheatre, Mehrauli', hall: 'Charbagh Amphitheatre' },
    { name: 'Press Lane Studio, Okhla', hall: null },
  ],
  Bangalore: [
    { name: 'Indigo Mill, Whitefield', hall: null },
    { name: 'Raintree Hall, Basavanagudi', hall: 'Saptak Hall' },
  ],
  Chennai: [
    { name: 'Harbour Shed 4, Royapuram', hall: null },
    { name: 'Kolam Sabha, Mylapore', hall: 'Uttarayan Auditorium' },
  ],
  Hyderabad: [
    { name: 'Lakeside Stage, Gachibowli', hall: null },
    { name: 'Qutb Maidan, Golconda Road', hall: 'Charbagh Amphitheatre' },
  ],
  Kolkata: [
    { name: 'Uttarayan Auditorium, Salt Lake', hall: 'Uttarayan Auditorium' },
    { name: 'Tram Depot, Ballygunge', hall: null },
  ],
}

const cities = Object.keys(venues)
const times = ['19:30', '19:00', '18:30', '20:00']
/** First and last wished day of an upcoming event from today; the next weekend is still within a year. */
const FIRST_DAY = 4
const LAST_DAY = 356
const LARGE_ROUND = 1
const LARGE_SOLD = 0.25
const CANCELLED_EVENT = 12

function daysToWeekend(day: string, wish: number): number {
  const weekday = new Date(Date.parse(`${day}T00:00:00Z`)).getUTCDay()
  const wanted = [5, 6, 0][wish % 3] ?? 6
  return (wanted - weekday + 7) % 7
}

const toTens = (rupees: number): number => Math.max(100, Math.round(rupees / 50) * 50)

/** Returns a number from 0 to 1 that looks random but is the same on every machine. */
function scatter(a: number, b: number): number {
  const x = Math.sin(a * 127.1 + b * 311.7) * 43_758.5453
  return x - Math.floor(x)
}

/** Some dates are nearly full, one category is sold out, most have room; past ones sold well. */
function soldPart(event: number, category: number, past: boolean): number {
  if (past) return 0.7 + 0.25 * scatter(event, category)
  if (event === 2) return 0.93
  if (event === 8 && category === 1) return 1
  if (event % 9 === 4) return 0.85
  return 0.15 + 0.6 * scatter(event, category)
}

function hallCategories(hall: HallName, base: number, sold: (category: number) => number): CategoryPlan[] {
  const of = (name: string, factor: number, sections: string[], index: number): CategoryPlan => ({
    name,
    price: toTens(base * factor),
    total: 1,
    sections,
    soldPart: sold(index),
  })
  if (hall === 'Saptak Hall') {
    return [of('Platinum', 1.9, ['FRNT'], 0), of('Gold', 1, ['STAL'], 1), of('Silver', 0.6, ['BALC'], 2)]
  }
  if (hall === 'Uttarayan Auditorium') {
    return [
      of('Platinum', 2, ['FRNT'], 0),
      of('Gold', 1.3, ['STAL'], 1),
      of('Silver', 0.9, ['REAR'], 2),
      of('Balcony', 0.6, ['BALL', 'BALR'], 3),
    ]
  }
  const early = (plan: CategoryPlan): CategoryPlan => ({ ...plan, soldPart: plan.soldPart * LARGE_SOLD })
  return [
    of('Fan pit', 2.4, ['PIT'], 0),
    of('Platinum', 1.8, ['A1', 'A2'], 1),
    of('Gold', 1.2, ['B1', 'B2', 'B3'], 2),
    of('Silver', 0.8, ['C1', 'C2', 'C3', 'C4', 'C5', 'C6', 'C7', 'C8'], 3),
    of('Lawn', 0.5, ['LAWN'], 4),
  ].map(early)
}

function floorCategories(event: number, base: number, sold: (category: number) => number): CategoryPlan[] {
  const shapes: [string, number, number][][] = [
    [
      ['Floor', 1, 240],
      ['Gallery', 1.6, 90],
    ],
    [
      ['Platinum', 1.9, 60],
      ['Gold', 1, 160],
      ['Silver', 0.6, 220],
    ],
    [
      ['Front rows', 1.5, 48],
      ['House', 1, 130],
      ['Terrace', 0.7, 75],
      ['Patron', 2.8, 16],
    ],
  ]
  const shape = shapes[event % shapes.length] ?? []
  return shape.map(([name, factor, total], index) => ({
    name,
    price: factor === 1 ? base : toTens(base * factor),
    total,
    sections: [],
    soldPart: sold(index),
  }))
}

/** Places the nth event: tours go round the six cities, each round starting one city later. */
function placeOf(event: number): { city: string; venue: Venue } {
  const round = Math.floor(event / cities.length)
  const city = cities[(event + round) % cities.length] ?? 'Mumbai'
  const choices = venues[city] ?? []
  const large = choices.find((venue) => venue.hall === 'Charbagh Amphitheatre')
  const usual = choices.filter((venue) => (venue === large) === (large !== undefined && round === LARGE_ROUND))
  return { city, venue: usual[round % usual.length] ?? { name: 'Town Hall', hall: null } }
}

/** Tomorrow evening: a gate can be prepared from 48 hours before the start. */
function planTomorrow(today: string, event: number): EventPlan {
  const singer = singers[9]!
  return {
    singer: singer.name,
    genre: singer.genre,
    city: 'Mumbai',
    venue: 'Baithak House, Dadar',
    date: fromIst(addDays(today, 1), '19:00'),
    hall: null,
    cancelled: false,
    atTheGate: true,
    categories: floorCategories(event, singer.base, (category) => soldPart(event, category, false)),
  }
}

/** Plans the demo's events from the Indian day of `now`: a year ahead, some past, one cancelled, one tomorrow. */
export function planSeason(now: Date): EventPlan[] {
  const today = dayKey(now)
  const plan = (singer: Singer, event: number, wanted: string, past: boolean): EventPlan => {
    const { city, venue } = placeOf(event)
    const sold = (category: number) => soldPart(event, category, past)
    const day = addDays(wanted, daysToWeekend(wanted, event))
    return {
      singer: singer.name,
      genre: singer.genre,
      city,
      venue: venue.name,
      date: fromIst(day, times[event % times.length]),
      hall: venue.hall,
      cancelled: event === CANCELLED_EVENT && !past,
      atTheGate: false,
      categories: venue.hall
        ? hallCategories(venue.hall, singer.base, sold)
        : floorCategories(event, singer.base, sold),
    }
  }
  const tours = singers.flatMap((singer, index) =>
    Array.from({ length: singer.upcoming }, (_, n) => ({ singer, at: (n + (index + 1) / 16) / singer.upcoming })),
  )
  tours.sort((a, b) => a.at - b.at)
  const days = (LAST_DAY - FIRST_DAY) / (tours.length - 1)
  const upcoming = tours.map(({ singer }, event) =>
    plan(singer, event, addDays(today, FIRST_DAY + Math.floor(event * days)), false),
  )
  const past = singers
    .filter((singer) => singer.past > 0)
    .map((singer, index) => plan(singer, tours.length + index, addDays(today, -21 * (index + 1)), true))
  return [...upcoming, ...past, planTomorrow(today, tours.length)]
}
