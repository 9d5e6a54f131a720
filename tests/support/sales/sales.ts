import type { Sql } from '../../../server/database/database.ts'

interface Sold {
  payments: { status: string; amount: number }[]
  lines: { id: string; total_amount: number }[]
  tickets: { id: string; line: string; seats: string[]; total_amount: number; payment_status: string }[]
  claims: { seat: string; state: string }[]
  screenshots: string[]
}

export async function soldOf(sql: Sql, orderCode: string): Promise<Sold> {
  const of = <Row>(text: string): Promise<Row[]> => sql.query<Row>(text, [orderCode])
  return {
    payments: await of('select status, amount from public.payments where order_code = $1'),
    lines: await of(
      `select l.id, l.total_amount from public.payment_lines l join public.payments p on p.id = l.payment_id
        where p.order_code = $1 order by l.line`,
    ),
    tickets: await of(
      `select t.id, t.payment_line_id as line, t.seats, t.total_amount, t.payment_status
         from public.user_tickets t
         join public.payment_lines l on l.id = t.payment_line_id
         join public.payments p on p.id = l.payment_id
        where p.order_code = $1 order by l.line`,
    ),
    claims: await of(
      `select c.seat, c.state from public.seat_claims c join private.orders o on o.id = c.order_id
        where o.order_code = $1`,
    ),
    screenshots: (
      await of<{ name: string }>(
        `select s.name from storage.objects s
           join private.orders o on s.name like '%' || o.id || '%' where o.order_code = $1`,
      )
    ).map((row) => row.name),
  }
}

export async function expireHolds(sql: Sql): Promise<void> {
  await sql.query(
    "update public.seat_claims set expires_at = now() - interval '1 minute' where state = 'held' and user_id is not null",
  )
  await sql.query(
    "update private.orders set expires_at = now() - interval '1 minute' where submitted_at is null and expires_at > now()",
  )
}
