import { from, instant, isTrue, number, or, orNull, row, text, type Of } from '#platform/text/wire.ts'
import type { Genre } from '../catalogue.ts'
import { eventFields } from '../catalogue-rows.ts'

/** What an event is besides its singer and its date: each a column of this name. */
export interface EventFacts {
  city: string
  venue: string
  genre: Genre | null
  /** For its local tax; null when unknown. */
  state: string | null
}

export const factsOf = ({ city, venue, genre, state }: EventFacts): EventFacts => ({ city, venue, genre, state })

export type Publicity = 'draft' | 'paused' | 'published'

export const EVENT_COLUMNS =
  'id,singer_id,singer_name,city,venue,date,previous_date,status,cancelled_reason,genre,revision,categories,total_tickets,tickets_sold,tickets_given,published_at,paused_at,unpriced,sale_from,sale_until,is_sold_out,state'

const count = or(number, 0)

export const parseEvent = row({
  ...eventFields,
  singerName: text,
  revision: number,
  categories: count,
  totalTickets: count,
  ticketsSold: count,
  /** Of them complimentary or free. */
  ticketsGiven: count,
  /** ISO instant; null for a draft. */
  publishedAt: orNull(instant),
  /** Categories at 0 rupees. */
  unpriced: count,
  /** Every place is sold or kept back. */
  soldOut: from('is_sold_out', isTrue),
  /** ISO instants of the first opening and the last end of categories with places left; null when one has no bound. */
  saleFrom: orNull(instant),
  saleUntil: orNull(instant),
})
export type EventListRow = Of<typeof parseEvent>
