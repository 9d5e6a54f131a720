import { categoryOf } from '../../../src/shop/catalogue/catalogue.ts'
import { seatMapOf } from '../../../src/shop/seats/seat-map.ts'
import { sellableSeats } from '../concerts/seat-maps.ts'
import type { Shop } from '../server/shop.ts'
import { demoPerson } from '../server/visitor.ts'

/** Returns the category of an event that has most seats left, so that some are side by side. */
export async function roomiest(shop: Shop, eventId: string): Promise<string> {
  const { client } = await demoPerson(shop, 'admin')
  const { data } = await client
    .from('ticket_categories')
    .select('name, total_tickets, tickets_sold')
    .eq('event_id', eventId)
  const left = (row: { total_tickets: number; tickets_sold: number }): number => row.total_tickets - row.tickets_sold
  return data!.sort((a, b) => left(b) - left(a))[0]!.name as string
}

/** At once, by keep_seats. */
const MOST_KEPT = 500

/** Keeps all free seats of a ticket's category from the sale, and approves what is under review. Returns the category. */
export async function sellOut(shop: Shop, ticketId: string): Promise<{ id: string; name: string }> {
  const { client } = await demoPerson(shop, 'admin')
  const { data: ticket } = await client.from('user_tickets').select('ticket_category_id').eq('id', ticketId).single()
  const id = ticket!.ticket_category_id as string
  const { data: row } = await client
    .from('ticket_categories')
    .select('name, event_id, price, total_tickets, tickets_sold, grid_columns')
    .eq('id', id)
    .single()
  const { data: link } = await client
    .from('ticket_category_layouts')
    .select('section_ids, seating_layouts(id, name, layout_data)')
    .eq('ticket_category_id', id)
    .maybeSingle()
  const layout = link?.seating_layouts as unknown as
    { id: string; name: string; layout_data: { stage: string; sections: never[] } } | undefined
  const category = categoryOf(
    {
      ...{ id, eventId: row!.event_id, name: row!.name, price: row!.price, ticketsSold: row!.tickets_sold },
      ...{ totalTickets: row!.total_tickets, gridColumns: row!.grid_columns, saleFrom: null, saleUntil: null },
      ...{ phases: [], ticketsKept: 0, standing: false, free: false },
    },
    link ? { sectionCodes: link.section_ids } : undefined,
    layout && { id: layout.id, name: layout.name, ...layout.layout_data },
  )
  const { data: pending } = await client
    .from('payment_lines')
    .select('payment_id')
    .eq('ticket_category_id', id)
    .eq('payment_status', 'pending')
  for (const { payment_id: paymentId } of pending!) {
    const decision = { p_payment_id: paymentId as string, p_decision: 'approved', p_note: null }
    // oxlint-disable-next-line no-await-in-loop -- each locks the category
    const { error } = await client.rpc('review_payment', decision)
    if (error) throw new Error(error.message)
  }
  const { data: seats } = await client.rpc('taken_seats', { p_ticket_category_id: id })
  const taken = new Set((seats as { taken: string[] }).taken)
  const free = sellableSeats(seatMapOf(category)).filter((seat) => !taken.has(seat))
  for (let at = 0; at < free.length; at += MOST_KEPT) {
    const some = { p_ticket_category_id: id, p_seats: free.slice(at, at + MOST_KEPT), p_reason: 'Sold out' }
    // oxlint-disable-next-line no-await-in-loop -- each locks the category
    const { error } = await client.rpc('keep_seats', some)
    if (error) throw new Error(error.message)
  }
  return { id, name: row!.name as string }
}
