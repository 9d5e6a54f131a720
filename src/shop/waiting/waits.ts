import type { SectionNames } from '#shop/catalogue/catalogue.ts'

const MINUTE_MS = 60_000

export const waitOutcomes = ['bought', 'left', 'declined', 'lapsed', 'rejected', 'over'] as const
/** `rejected`: the payment for the offer; `over`: the event began or was cancelled. */
type WaitOutcome = (typeof waitOutcomes)[number]

/** Seats that the first of a list may buy until `until`. Its order is paid as any other. */
export interface Offer {
  orderId: string
  orderCode: string
  /** `submitted`: its payment is under review. */
  state: 'open' | 'submitted'
  /** Labels in seat order. */
  seats: string[]
  /** ISO instant. */
  until: string
  /** Paise, with fee and tax. */
  total: number
}

/** One customer's place on the waiting list of a category. */
export interface Wait {
  id: string
  eventId: string
  /** 'Singer - City' */
  eventName: string
  /** ISO instants. */
  eventDate: string
  joinedAt: string
  ticketCategoryId: string
  category: string
  standing: boolean
  seats: number
  /** Side by side or not at all. */
  together: boolean
  /** Null while it goes on. */
  outcome: WaitOutcome | null
  endedAt: string | null
  /** How many people wait before; null after the end. */
  before: number | null
  offer: Offer | null
}

/** Adds section names of this device's layouts; never stored. */
export type MyWait = Wait & { sections?: SectionNames }

/** What a customer waits for. */
export interface Wish {
  ticketCategoryId: string
  seats: number
  together: boolean
}

/** The wait of a category that goes on. */
export const waitOf = <T extends Wait>(waits: readonly T[], ticketCategoryId: string): T | undefined =>
  waits.find((wait) => wait.outcome === null && wait.ticketCategoryId === ticketCategoryId)

/** `open`: may be taken now; `over`: its time is over, and the list has not been read since. */
export type OfferState = 'none' | 'open' | 'over' | 'submitted'

export function offerState({ outcome, offer }: Pick<Wait, 'outcome' | 'offer'>, now: number): OfferState {
  if (outcome !== null || !offer) return 'none'
  if (offer.state === 'submitted') return 'submitted'
  return Date.parse(offer.until) > now ? 'open' : 'over'
}

/** Returns the whole minutes until an offer ends, rounded up: the last one counts until it is over. */
export const minutesLeft = (until: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(until) - now) / MINUTE_MS))

/** Returns the waits to show at `now` (ms): offers, then lists, then lost offers whose list may be joined again. */
export function waitsToShow<T extends Wait>(waits: readonly T[], now: number): T[] {
  const going = waits.filter((wait) => wait.outcome === null)
  const has = (wait: T): boolean => offerState(wait, now) !== 'none'
  const again = new Set(going.map((wait) => wait.ticketCategoryId))
  const lost = waits.filter((wait) => {
    const isLost = wait.outcome === 'lapsed' || wait.outcome === 'rejected'
    if (!isLost || Date.parse(wait.eventDate) <= now || again.has(wait.ticketCategoryId)) return false
    again.add(wait.ticketCategoryId)
    return true
  })
  return [...going.filter(has), ...going.filter((wait) => !has(wait)), ...lost]
}
