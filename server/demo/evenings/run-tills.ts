import { randomUUID } from 'node:crypto'
import type { Sql } from '../../database/database.ts'
import { bookOnTheirDays, referenceAt } from '../make-purchases.ts'
import { tills } from './evening-plans.ts'

const MINUTE_MS = 60_000
/** Serial numbers of references that no purchase of the demo has. */
const FIRST_SERIAL = 900

interface Aged {
  id: string
  minutes: number
}

/** Opens, sells from and closes the tills of the caller, who sells these categories; what is over is dated back. */
export async function runTills(sql: Sql, now: Date, zones: readonly string[]): Promise<void> {
  const opened: Aged[] = []
  const closed: Aged[] = []
  const moved: Aged[] = []
  const sold: Aged[] = []
  for (const plan of tills) {
    const till = randomUUID()
    opened.push({ id: till, minutes: plan.minutesAgo })
    await sql.query('select public.open_till($1, $2, $3)', [till, plan.name, plan.opensWith])
    for (const sale of plan.sales) {
      const order = randomUUID()
      const zone = zones[sale.zone]
      if (!zone) throw new Error('The demo sells a category that its club does not have.')
      const lines = JSON.stringify([await lineOf(sql, zone, sale.places)])
      const at = new Date(now.getTime() - sale.minutesAgo * MINUTE_MS)
      const reference = sale.method === 'upi' ? referenceAt(at, FIRST_SERIAL + sold.length) : null
      const [made] = await sql.query<{ id: string }>(
        `select public.sell_at_door($1, $2, $3::text::jsonb, $4,
            (public.price_at_door($3::text::jsonb, $4) ->> 'total')::numeric, $5, null, $6) ->> 'payment_id' as id`,
        [order, till, lines, sale.method, sale.name ?? null, reference],
      )
      sold.push({ id: made?.id ?? '', minutes: sale.minutesAgo })
      if (sale.isUndone) await sql.query('select public.undo_door_sale($1, $2)', [order, 'Wrong evening'])
    }
    for (const { amount, reason, minutesAgo } of plan.moves) {
      const move = randomUUID()
      moved.push({ id: move, minutes: minutesAgo })
      await sql.query('select public.move_till_cash($1, $2, $3, $4)', [move, till, amount, reason])
    }
    if (plan.closedMinutesAgo === null) continue
    closed.push({ id: till, minutes: plan.closedMinutesAgo })
    await sql.query("select public.close_till($1, (public.till_book($1) ->> 'expected_cash')::numeric)", [till])
  }
  await makeTillsOlder(sql, { opened, closed, moved, sold })
}

/** Returns a line of standing places, or of the first free seats. */
async function lineOf(sql: Sql, zone: string, places: number): Promise<object> {
  const seats = await sql.query<{ seat: string }>(
    `select s.seat from public.ticket_categories c, lateral private.seats_of(c.id) s
      where c.id = $1 and not c.is_standing
        and not exists (select from public.seat_claims k where k.ticket_category_id = c.id and k.seat = s.seat)
      order by private.seat_order(s.seat) collate "C" limit $2`,
    [zone, places],
  )
  const place = seats.length > 0 ? { seats: seats.map((row) => row.seat) } : { count: places }
  return { ticket_category_id: zone, ...place }
}

/** Backdates shifts and sales, when the database's role may do so. */
async function makeTillsOlder(sql: Sql, aged: Record<'opened' | 'closed' | 'moved' | 'sold', Aged[]>): Promise<void> {
  const [may] = await sql.query<{ may: boolean }>(
    "select has_parameter_privilege(current_user, 'session_replication_role', 'set') as may",
  )
  if (!may?.may) return
  const older = (table: string, column: string, key: string, rows: Aged[]) =>
    sql.query(
      `update ${table} t set ${column} = t.${column} - make_interval(mins => a.minutes)
         from jsonb_to_recordset($1::text::jsonb) as a (id uuid, minutes integer)
        where t.${key} = a.id and t.${column} is not null`,
      [JSON.stringify(rows)],
    )
  // Without triggers, which keep created_at.
  await sql.run('set local session_replication_role = replica')
  await older('public.tills', 'opened_at', 'id', aged.opened)
  await older('public.tills', 'closed_at', 'id', aged.closed)
  await older('public.till_moves', 'made_at', 'id', aged.moved)
  await older('public.payments', 'created_at', 'id', aged.sold)
  await older('public.payments', 'reviewed_at', 'id', aged.sold)
  await older('public.payment_lines', 'created_at', 'payment_id', aged.sold)
  await older('public.user_tickets', 'created_at', 'payment_id', aged.sold)
  await bookOnTheirDays(
    sql,
    aged.sold.map(({ id }) => id),
  )
  await sql.run('set local session_replication_role = origin')
}
