import { boolean, from, instant, number, or, orNull, row, text, whole, type Of } from '#platform/text/wire.ts'
import { eventStatus } from '../catalogue.ts'
import { categoryFields } from '../catalogue-rows.ts'

export const categorySorts = [
  'created_at',
  'date',
  'singer_name',
  'city',
  'name',
  'price',
  'total_tickets',
  'tickets_sold',
] as const

export const CATEGORY_COLUMNS =
  'id,event_id,singer_name,city,venue,date,event_status,name,price,total_tickets,tickets_sold,tickets_kept,tickets_given,tickets_tested,held,under_review,grid_columns,is_standing,revision,updated_at,seating_layout_id,layout_name,section_ids,sale_from,sale_until,state,phases,is_free,is_hidden'

const count = or(number, 0)

export const parseCategory = row({
  ...categoryFields,
  singerName: text,
  city: text,
  venue: text,
  /** ISO instant */
  date: instant,
  eventStatus,
  /** Sold ones that are complimentary or free. */
  ticketsGiven: count,
  /** Sold ones that are test tickets. */
  ticketsTested: count,
  held: count,
  underReview: count,
  /** Seen and sold only with an access code. */
  hidden: from('is_hidden', boolean),
  revision: number,
  /** The server's text, unparsed: an edit of the sold count sends it back. */
  updatedAt: text,
  layout: whole(
    (category: { seating_layout_id: string | null; layout_name: string | null; section_ids: string[] | null }) =>
      category.seating_layout_id
        ? { id: category.seating_layout_id, name: category.layout_name!, sections: category.section_ids ?? [] }
        : null,
  ),
  /** The event's, for its local tax. */
  state: orNull(text),
})
export type CategoryListRow = Of<typeof parseCategory>
