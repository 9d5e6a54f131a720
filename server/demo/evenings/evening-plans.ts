import { addDays, dayKey, fromIst } from '#platform/time/ist.ts'
import type { Genre, PosterName } from '#shop/catalogue/catalogue.ts'

/** Concerts beside the season's: what organisers sell otherwise than seats at one price. All names are invented. */

interface Zone {
  name: string
  /** Whole rupees. */
  price: number
  kind: 'seats' | 'sections' | 'standing'
  total?: number
  section_ids?: string[]
  is_free?: boolean
  phases?: { name: string; price: number; until: string; until_sold: number }[]
  /** Sold elsewhere, so that the shop sells the rest. */
  soldElsewhere?: number
}

export interface EveningPlan {
  singer: string
  genre: Genre
  city: string
  venue: string
  date: string
  doors: string
  end: string
  poster: PosterName
  isDraft: boolean
  /** Its categories sell sections of this hall of the season. */
  hall: string | null
  description: string
  line_up: string[]
  minimum_age: number | null
  sung_in: string[]
  rules: string | null
  zones: Zone[]
}

export interface Evenings {
  club: EveningPlan
  college: EveningPlan
  draft: EveningPlan
}

/** After the season's next concerts, which stay the first in every list. */
const CLUB_IN_DAYS = 66
const PHASE_ENDS_IN_DAYS = 2
/** The draft's balcony is kept for these. */
export const SPONSOR_SEATS = ['A1', 'A2', 'A3', 'A4', 'A5', 'A6'].map((seat) => `FRNT-${seat}`)

const nextFriday = (day: string): string =>
  addDays(day, (5 - new Date(Date.parse(`${day}T00:00:00Z`)).getUTCDay() + 7) % 7)

/** Plans a club with a standing floor, a college with free places, and a sabha that is a draft. */
export function planEvenings(now: Date): Evenings {
  const today = dayKey(now)
  const friday = nextFriday(addDays(today, CLUB_IN_DAYS))
  const at = (days: number, time: string): string => fromIst(addDays(friday, days), time)
  const early = {
    name: 'Early bird',
    price: 499,
    until: fromIst(addDays(today, PHASE_ENDS_IN_DAYS), '23:59'),
    until_sold: 160,
  }
  return {
    club: {
      singer: 'Paper Lantern Radio',
      genre: 'Electronic',
      city: 'Bangalore',
      venue: 'Indigo Mill, Whitefield',
      ...{ date: at(0, '21:00'), doors: at(0, '20:00'), end: at(1, '00:30') },
      poster: 'lehariya',
      isDraft: false,
      hall: null,
      description:
        'Four people, two **modular racks** and one harmonium, in the round on the floor of the old mill.\n\n' +
        '- Doors at eight, the first record at nine\n- No seats on the floor: bring shoes you can stand in\n' +
        '- A bar with water, chai and food all evening',
      line_up: ['Paper Lantern Radio', 'Gulmohar Static (support)', 'DJ Kaapi'],
      minimum_age: 18,
      sung_in: ['Hindi', 'Kannada'],
      rules: 'An ID with your age is checked at the door.\n\nNo bags larger than A4. No entry after 11 pm.',
      zones: [
        { name: 'Floor', price: 799, kind: 'standing', total: 400, phases: [early], soldElsewhere: 128 },
        { name: 'Gallery', price: 1200, kind: 'seats', total: 36, soldElsewhere: 9 },
      ],
    },
    college: {
      singer: 'Reading Room Ensemble',
      genre: 'Folk',
      city: 'Kolkata',
      venue: 'College Quadrangle, Ballygunge',
      ...{ date: at(1, '18:00'), doors: at(1, '17:15'), end: at(1, '20:30') },
      poster: 'kolam',
      isDraft: false,
      hall: null,
      description:
        'The college’s own ensemble ends its year in the open air, with songs that its students collected.\n\n' +
        'It costs nothing. Take a ticket, so that there are chairs enough.',
      line_up: ['Reading Room Ensemble', 'The first-year choir'],
      minimum_age: null,
      sung_in: ['Bengali', 'Hindi', 'English'],
      rules: null,
      zones: [
        { name: 'Students', price: 0, kind: 'standing', total: 250, is_free: true, soldElsewhere: 61 },
        { name: 'Families and friends', price: 150, kind: 'standing', total: 120, soldElsewhere: 14 },
      ],
    },
    draft: {
      singer: 'Vasanta Alladin',
      genre: 'Classical',
      city: 'Chennai',
      venue: 'Kolam Sabha, Mylapore',
      ...{ date: at(8, '18:30'), doors: at(8, '17:45'), end: at(8, '21:00') },
      poster: 'tabla',
      isDraft: true,
      hall: 'Uttarayan Auditorium',
      description: 'A full **kutcheri** with violin, mridangam and ghatam. Programme to be announced.',
      line_up: ['Vasanta Alladin, vocal'],
      minimum_age: null,
      sung_in: ['Tamil', 'Telugu'],
      rules: null,
      zones: [
        { name: 'Patrons', price: 2000, kind: 'sections', section_ids: ['FRNT'] },
        { name: 'Hall', price: 900, kind: 'sections', section_ids: ['STAL', 'REAR'] },
        { name: 'Balcony', price: 400, kind: 'sections', section_ids: ['BALL', 'BALR'] },
      ],
    },
  }
}

/** Guests of the club: the nth opened the link on a phone when `opened`. */
export const guestLists = [
  {
    list: 'Press',
    zone: 0,
    guests: [
      { name: 'Rohan Kelkarni', contact: 'rohan@nightdesk.example', count: 2, opened: true },
      { name: 'Tara Menonkar', contact: 'tara@nightdesk.example', count: 1, opened: false },
    ],
  },
  {
    list: 'Artists’ guests',
    zone: 0,
    guests: [
      { name: 'Imran Kazipur', contact: null, count: 2, opened: true },
      { name: 'Leela Bhatnagri', contact: '+91 00000 00001', count: 4, opened: false },
      { name: 'Mr and Mrs D’Mello', contact: null, count: 2, opened: false },
    ],
  },
] as const

interface DoorSale {
  zone: number
  places: number
  method: 'cash' | 'upi' | 'card' | 'complimentary'
  name?: string
  minutesAgo: number
  isUndone?: true
}

interface TillPlan {
  name: string
  opensWith: number
  minutesAgo: number
  sales: DoorSale[]
  /** Rupees into the drawer, or out of it below 0. */
  moves: { amount: number; reason: string; minutesAgo: number }[]
  /** Minutes since it was closed with the cash that its book expects; null: still open. */
  closedMinutesAgo: number | null
}

const HOUR = 60

export const tills: readonly TillPlan[] = [
  {
    name: 'Front desk',
    opensWith: 2000,
    minutesAgo: 28 * HOUR,
    sales: [
      { zone: 0, places: 2, method: 'cash', minutesAgo: 27 * HOUR },
      { zone: 0, places: 4, method: 'upi', name: 'Sahil', minutesAgo: 26 * HOUR },
      { zone: 1, places: 2, method: 'card', name: 'Mrs Pintore', minutesAgo: 25 * HOUR },
      { zone: 0, places: 1, method: 'cash', minutesAgo: 24 * HOUR, isUndone: true },
      { zone: 0, places: 1, method: 'complimentary', name: 'Sound engineer', minutesAgo: 23 * HOUR },
    ],
    moves: [{ amount: -1500, reason: 'To the safe', minutesAgo: 23 * HOUR }],
    closedMinutesAgo: 22 * HOUR,
  },
  {
    name: 'Front desk',
    opensWith: 1500,
    minutesAgo: 2 * HOUR,
    sales: [
      { zone: 0, places: 3, method: 'cash', minutesAgo: 95 },
      { zone: 0, places: 2, method: 'upi', name: 'Anu', minutesAgo: 40 },
    ],
    moves: [{ amount: 500, reason: 'Change from the bank', minutesAgo: 80 }],
    closedMinutesAgo: null,
  },
]

export const EARLY_CODE = { code: 'LANTERN10', percent: 10, uses_total: 100, note: 'For readers of the newsletter' }
