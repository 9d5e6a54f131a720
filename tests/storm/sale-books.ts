import type { Sql } from 'postgres'

/** Each must return no row in every snapshot. */
const faults: Record<string, string> = {
  'tickets_sold or tickets_kept is not the number of such claims': `
    select c.id, c.tickets_sold from public.ticket_categories c
    where c.tickets_sold <> (select count(*) from public.seat_claims s where s.ticket_category_id = c.id and s.state = 'sold')
      or c.tickets_kept <> (select count(*) from public.seat_claims s where s.ticket_category_id = c.id and s.state = 'kept')`,
  'a seat is on two tickets': `
    select t.event_id, t.ticket_category_id, s.seat from public.user_tickets t, unnest(t.seats) as s (seat)
    where t.revoked_at is null group by 1, 2, 3 having count(*) > 1`,
  'a seat of a ticket is not a sold claim of it': `
    select t.id, s.seat from public.user_tickets t, unnest(t.seats) as s (seat)
    where t.revoked_at is null and not exists (
      select from public.seat_claims c
      where c.ticket_id = t.id and c.event_id = t.event_id and c.seat = s.seat and c.state = 'sold'
        and c.payment_id = t.payment_id and c.user_id = t.user_id)`,
  'a sold claim has no ticket of its own': `
    select c.event_id, c.seat from public.seat_claims c left join public.user_tickets t on t.id = c.ticket_id
    where c.state = 'sold' and c.source = 'order'
      and (t.id is null or t.revoked_at is not null or not c.seat = any (t.seats))`,
  'an approved payment has not exactly one ticket a line, or another payment has one': `
    select p.id, l.line, count(t.id) from public.payments p join public.payment_lines l on l.payment_id = p.id
    left join public.user_tickets t on t.payment_line_id = l.id
    group by 1, 2 having count(t.id) filter (
      -- A sale at the door that was undone keeps its revoked ticket.
      where p.status = 'approved' or p.made_by is null or t.revoked_at is null) <> case when max(p.status) = 'approved' then 1 else 0 end`,
  'the tickets of an approved payment do not sum to it': `
    select p.id, p.amount from public.payments p join public.user_tickets t on t.payment_id = p.id
    where p.status = 'approved' group by p.id
    having sum(t.total_amount) <> (select sum(l.total_amount) from public.payment_lines l where l.payment_id = p.id)`,
  'the lines of a payment do not sum to the price of its seats': `
    select l.payment_id from public.payment_lines l join public.payments p on p.id = l.payment_id
    -- Sales at the door have no fee, free tickets no price.
    where l.ticket_category_id is not null and l.unit_price > 0 and p.made_by is null group by 1
    having sum(l.total_amount) <> (private.price_order(array_agg(l.unit_price order by l.line), array_agg(l.quantity order by l.line), private.terms())).total`,
  'a sale by staff or a free order is not the sum of its lines': `
    select p.id, p.amount from public.payments p join public.payment_lines l on l.payment_id = p.id
    where p.made_by is not null or p.method = 'free' group by p.id having sum(l.total_amount) <> p.amount`,
  'a claim and its payment disagree': `
    select c.event_id, c.seat, c.state, p.status from public.seat_claims c join public.payments p on p.id = c.payment_id
    where (c.state = 'under_review' and p.status <> 'pending') or (c.state = 'sold' and p.status <> 'approved')
      or (c.state = 'held' and p.status <> 'rejected') or c.user_id <> p.user_id`,
  'a claim is of a seat that its category does not sell': `
    select c.ticket_category_id, c.seat from public.seat_claims c
    where c.place is distinct from private.place_of(c.ticket_category_id, c.seat)
      or c.event_id <> (select k.event_id from public.ticket_categories k where k.id = c.ticket_category_id)`,
  'a standing category has not as many places as tickets': `
    select c.id, c.total_tickets from public.ticket_categories c join public.events e on e.id = c.event_id
    where c.is_standing and e.status = 'scheduled'
      and c.total_tickets <> (select count(*) from public.seat_claims s where s.ticket_category_id = c.id)`,
  'a customer has more than forty seats held and under review': `
    select user_id, count(*) from public.seat_claims
    where state = 'under_review' or state = 'held' and expires_at > now() group by 1 having count(*) > 40`,
  'a cancelled event has a held seat that did not come back from a rejection': `
    select c.event_id, c.seat from public.seat_claims c join public.events e on e.id = c.event_id
    where e.status = 'cancelled' and c.state = 'held' and c.payment_id is null and c.expires_at > now()`,
  'a reference is approved twice': `
    select transaction_id from public.payments where status = 'approved' group by 1 having count(*) > 1`,
  'the ledger does not say what the tables say': 'select * from private.ledger_faults()',
  'an order has two payments': `select order_id from public.payments group by 1 having count(*) > 1`,
}

export async function faultsOfBooks(query: (text: string) => PromiseLike<readonly unknown[]>): Promise<string[]> {
  const found: string[] = []
  for (const [fault, text] of Object.entries(faults)) {
    const rows = await query(text)
    if (rows.length > 0) found.push(`${fault}: ${JSON.stringify(rows.slice(0, 3))}`)
  }
  return found
}

/** The same in one snapshot, during other writes. */
export async function faultsInSnapshot(sql: Sql): Promise<string[]> {
  return sql.begin('isolation level repeatable read read only', (tx) => faultsOfBooks((text) => tx.unsafe(text)))
}
