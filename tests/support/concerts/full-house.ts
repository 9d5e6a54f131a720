import { randomUUID } from 'node:crypto'
import type { Sql } from '../../../server/database/database.ts'
import { encodePassCode } from '../../../src/shop/tickets/passes/pass-code.ts'

export interface FullHouse {
  event: string
  codes: string[]
}

const SEATS = 5_000
const SIDE = 100
const PEOPLE = 2_000

/** Makes an event in five hours with approved one-seat tickets, in bulk; `signed` of them have a valid signature. */
export async function fillHouse(sql: Sql, tickets: number, signed: number): Promise<FullHouse> {
  const [event, singer] = [randomUUID(), randomUUID()]
  await sql.query('set session_replication_role = replica')
  try {
    await sql.query(`insert into public.singers (id, name) values ($1, $2)`, [
      singer,
      `Full House ${singer.slice(0, 8)}`,
    ])
    await sql.query(
      `insert into public.events (id, singer_id, city, venue, date)
        values ($1, $2, 'Mumbai', 'The Great Ground', now() + interval '5 hours')`,
      [event, singer],
    )
    await sql.query(
      `create temporary table house as
        select n, gen_random_uuid() as ticket, gen_random_uuid() as payment, gen_random_uuid() as order_id,
          gen_random_uuid() as line, (n - 1) / ${SEATS} as part,
          case when r < 26 then chr(65 + r) else chr(64 + r / 26) || chr(65 + r % 26) end || ((n - 1) % ${SIDE} + 1) as seat
        from (select n, ((n - 1) % ${SEATS}) / ${SIDE} as r from generate_series(1, $1::integer) as n) as numbers`,
      [tickets],
    )
    await sql.query(
      `create temporary table crowd as select n, gen_random_uuid() as id from generate_series(0, ${PEOPLE - 1}) as n`,
    )
    await sql.query(
      `create temporary table parts as select part, gen_random_uuid() as id from (select distinct part from house) as p`,
    )
    await sql.query(
      `insert into public.ticket_categories (id, event_id, name, price, total_tickets, tickets_sold)
        select id, $1, 'Stand ' || part + 1, 500, ${SEATS}, (select count(*) from house h where h.part = p.part) from parts p`,
      [event],
    )
    await sql.query(
      `insert into public.profiles (id, name, email)
        select id, 'Person' || n || ' Surname' || n, 'person' || n || '@example.org' from crowd`,
    )
    await sql.query(`select private.signing_key($1)`, [event])
    await sql.query(
      `insert into private.orders (id, user_id, order_code, expires_at)
        select h.order_id, c.id, 'MF' || lpad(h.n::text, 8, '0'), now() from house h join crowd c on c.n = h.n % ${PEOPLE}`,
    )
    await sql.query(
      `insert into public.payments (id, user_id, order_id, order_code, transaction_id, amount, screenshot_url,
          screenshot_sha256, status, reviewed_at)
        select h.payment, c.id, h.order_id, 'MF' || lpad(h.n::text, 8, '0'), lpad(h.n::text, 12, '0'), 620, '', '',
          'approved', now()
        from house h join crowd c on c.n = h.n % ${PEOPLE}`,
    )
    await sql.query(
      `insert into public.payment_lines (id, payment_id, user_id, line, ticket_category_id, event_id, seats, quantity,
          unit_price, total_amount, event_name, category_name, payment_status, updated_at)
        select h.line, h.payment, c.id, 1, p.id, $1, array[h.seat], 1, 500, 620, 'Full House', 'Stand', 'completed',
          now() - interval '1 day'
        from house h join crowd c on c.n = h.n % ${PEOPLE} join parts p on p.part = h.part`,
      [event],
    )
    await sql.query(
      `insert into public.user_tickets (id, user_id, event_id, ticket_category_id, payment_id, payment_line_id, seats,
          quantity, total_amount, code, key_number, updated_at)
        select h.ticket, c.id, $1, p.id, h.payment, h.line, array[h.seat], 1, 620,
          lpad(h.n::text, 8, '0') || private.check_character(lpad(h.n::text, 8, '0')), 1, now() - interval '1 day'
        from house h join crowd c on c.n = h.n % ${PEOPLE} join parts p on p.part = h.part`,
      [event],
    )
    await sql.query(
      `insert into public.passes (ticket_id, number, seat, holder_id, key_number, signature, updated_at)
        select t.id, 1, h.seat, t.user_id, 1,
          encode(case when h.n <= $2
            then private.ed25519_sign(k.secret, k.public_key, private.issued_bytes(t.id, t.user_id, $1, false, 1, 1, 0, h.seat, null))
            else sha512(h.n::text::bytea) end, 'hex'), now() - interval '1 day'
        from house h join public.user_tickets t on t.id = h.ticket
          join private.event_keys k on k.event_id = $1 and k.key_number = 1`,
      [event, signed],
    )
    const rows = await sql.query<{ id: string; user_id: string; seat: string; signature: string }>(
      `select t.id, t.user_id, p.seat, p.signature from public.user_tickets t join house h on h.ticket = t.id
          join public.passes p on p.ticket_id = t.id
        where h.n <= $1 order by h.n`,
      [signed],
    )
    await sql.query('drop table house, crowd, parts')
    return {
      event,
      codes: rows.map((row) =>
        encodePassCode({
          ...{ keyNumber: 1, number: 1, issue: 0, test: false, device: null },
          ...{ ticketId: row.id, userId: row.user_id, eventId: event, seat: row.seat, signature: row.signature },
        }),
      ),
    }
  } finally {
    await sql.query('set session_replication_role = default')
  }
}
