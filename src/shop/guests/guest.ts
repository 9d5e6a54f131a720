import { bestTogether, maxTogether } from '#shop/seats/seat-picking.ts'
import type { SeatMap } from '#shop/seats/seat-map.ts'

/** Limits of the database: guests of one call, and characters. */
export const MAX_GUESTS_A_CALL = 200
export const MAX_GUEST_NAME = 120
export const MAX_GUEST_CONTACT = 120
export const MAX_GUEST_LIST = 80
export const MAX_GUEST_NOTE = 200

/** Offered as names of lists; staff may write any other. */
export const usualLists = ['Press', 'Artists', 'Sponsors'] as const

export type GuestState = 'new' | 'opened' | 'in' | 'revoked'

/** Times are ISO instants. */
export interface Guest {
  id: string
  ticketId: string
  orderCode: string
  /** Null once the shop has deleted the names of the event. */
  name: string | null
  contact: string | null
  /** What staff wrote beside the guest. */
  note: string | null
  /** '' for no list. */
  list: string
  categoryId: string
  category: string
  seats: string[]
  code: string
  link: 'new' | 'opened' | 'revoked'
  openedAt: string | null
  revokedReason: string | null
  /** People let in. */
  letIn: number
}

export const guestState = ({ link, letIn }: Pick<Guest, 'link' | 'letIn'>): GuestState =>
  link === 'revoked' ? 'revoked' : letIn > 0 ? 'in' : link

export interface GuestFilter {
  /** Null shows all lists. */
  list: string | null
  state: GuestState | null
  search: string
}

const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Finds words of the search in name, contact, list, ticket code or order code, in any order. */
export function filterGuests(guests: readonly Guest[], { list, state, search }: GuestFilter): Guest[] {
  const words = folded(search).split(/\s+/).filter(Boolean)
  return guests.filter((guest) => {
    if (list !== null && guest.list !== list) return false
    if (state !== null && guestState(guest) !== state) return false
    const text = folded([guest.name, guest.contact, guest.list, guest.code, guest.orderCode].join(' '))
    return words.every((word) => text.includes(word.replaceAll('-', '')) || text.includes(word))
  })
}

export interface GuestCounts {
  guests: number
  people: number
  opened: number
  /** People let in. */
  letIn: number
}

/** Counts valid tickets only. */
export function countGuests(guests: readonly Guest[]): GuestCounts {
  const valid = guests.filter(({ link }) => link !== 'revoked')
  return {
    guests: valid.length,
    people: valid.reduce((sum, { seats }) => sum + seats.length, 0),
    opened: valid.filter(({ link }) => link === 'opened').length,
    letIn: valid.reduce((sum, { letIn }) => sum + letIn, 0),
  }
}

/** Names of the lists with their guests, in the order of the alphabet; guests without a list last. */
export const listsOf = (guests: readonly Guest[]): string[] =>
  [...new Set(guests.map(({ list }) => list))].sort((a, b) =>
    a === '' ? 1 : b === '' ? -1 : a.toLowerCase() < b.toLowerCase() ? -1 : 1,
  )

/** A new guest; `id` makes a repeat harmless. Places are chosen seats, or a number of standing places. */
export interface NewGuest {
  id: string
  name: string
  contact: string | null
  note?: string | null
  places: { seats: string[] } | { count: number }
}

export interface AddedGuest {
  guestId: string
  ticketId: string
  seats: string[]
  /** Null when it was added more than five minutes ago: make a new link. */
  secret: string | null
}

/**
 * Gives each party its seats, in order: together and near the stage, else in the largest groups that are free. Null for a
 * party that finds too few; the next may still fit. Never the same seat twice.
 */
export function allotSeats(map: SeatMap, taken: ReadonlySet<string>, parties: readonly number[]): (string[] | null)[] {
  const gone = new Set(taken)
  return parties.map((people) => {
    const seats: string[] = []
    while (seats.length < people) {
      const n = Math.min(people - seats.length, maxTogether(map, gone))
      const group = n > 0 ? bestTogether(map, gone, n) : null
      if (!group) {
        for (const seat of seats) gone.delete(seat)
        return null
      }
      for (const seat of group) gone.add(seat)
      seats.push(...group)
    }
    return seats
  })
}
