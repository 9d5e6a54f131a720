import { createHash, randomUUID } from 'node:crypto'
import { istParts } from '#platform/time/ist.ts'
import { newOrderId } from '#shop/orders/order.ts'
import { parseSeatLabel } from '#shop/seats/seat-map.ts'
import type { Sql } from '../database/database.ts'
import type { StoredFiles } from '../files/stored-files.ts'
import { actAs, refundUpiId, type PurchasePlan } from './people.ts'
import type { MadeEvent } from './catalogue/make-catalogue.ts'
import { drawReceipt } from './receipt.ts'

export const PAYEE_VPA = 'mehfil.tickets@examplebank'
const MINUTE_MS = 60_000

export interface MadePurchase {
  plan: PurchasePlan
  paymentId: string
  reference: string
  picture: Buffer
  /** The lines of a concert that is over, which keep no seats by themselves: staff give them. */
  given: string | null
}

async function freeSeats(sql: Sql, categoryId: string, count: number): Promise<string[]> {
  const rows = await sql.query<{ seat: string }>(
    `select s.seat from private.spots_of($1) s
      where not exists (select from public.seat_claims c where c.ticket_category_id = $1 and c.seat = s.seat)
      order by private.seat_order(s.seat) collate "C"`,
    [categoryId],
  )
  const labels = rows.map((row) => row.seat)
  const together = (from: number): string[] | null => {
    const run = labels.slice(from, from + count)
    const places = run.map(parseSeatLabel)
    const [first] = places
    const beside = places.every(
      (place, index) =>
        place &&
        first &&
        place.section === first.section &&
        place.row === first.row &&
        place.number === first.number + index,
    )
    return run.length === count && beside ? run : null
  }
  const start = Math.floor(labels.length / 3)
  for (let step = 0; step < labels.length; step += 1) {
    const run = together((start + step) % labels.length)
    if (run) return run
  }
  return labels.slice(0, count)
}

/** Returns twelve digits as banks do: last digit of the year, day of the year, serial number. */
export function referenceAt(at: Date, serial: number): string {
  const { year, month, day } = istParts(at)
  const dayOfYear = Math.round((Date.UTC(year, month - 1, day) - Date.UTC(year, 0, 0)) / 86_400_000)
  return `${year % 10}${String(dayOfYear).padStart(3, '0')}${String((serial * 7_368_787 + 11_870_952) % 100_000_000).padStart(8, '0')}`
}

export async function keepPicture(
  sql: Sql,
  files: StoredFiles,
  picture: { path: string; owner: string; bytes: Buffer },
): Promise<void> {
  const { path, owner, bytes } = picture
  const metadata = await files.uploadObject('payments', path, undefined, bytes, 'image/png', 'max-age=3600')
  await sql.query(
    `insert into storage.objects (id, bucket_id, name, owner, owner_id, metadata, version)
     values ($1, 'payments', $2, $3::uuid, $4, $5::text::jsonb, $6)`,
    [randomUUID(), path, owner, owner, JSON.stringify({ httpStatusCode: 200, ...metadata }), randomUUID()],
  )
}

export interface DemoEvents {
  upcoming: MadeEvent[]
  past: MadeEvent[]
  cancelled: MadeEvent | undefined
  tomorrow: MadeEvent | undefined
}

function eventOf(events: DemoEvents, which: PurchasePlan['lines'][number]['event']): MadeEvent | undefined {
  if (which === 'cancelled') return events.cancelled
  if (which === 'tomorrow') return events.tomorrow
  return which < 0 ? events.past.at(which) : events.upcoming[which]
}

export async function buy(
  sql: Sql,
  options: { now: Date; files: StoredFiles },
  buyer: { id: string; name: string },
  events: DemoEvents,
  plan: PurchasePlan,
  earlier: readonly MadePurchase[],
): Promise<MadePurchase> {
  await actAs(sql, buyer.id)
  const orderId = newOrderId()
  const lines: { ticket_category_id: string; seats: string[] }[] = []
  for (const line of plan.lines) {
    const event = eventOf(events, line.event)
    const category = event?.categories[line.category]
    if (!category) throw new Error('The demo buys a category that its season does not have.')
    lines.push({ ticket_category_id: category.id, seats: await freeSeats(sql, category.id, line.seats) })
  }
  const json = JSON.stringify(lines)
  const over = plan.lines.some((line) => typeof line.event === 'number' && line.event < 0)
  const total = over
    ? await priceOf(sql, lines)
    : ((
        await sql.query<{ total: number }>(
          "select (public.hold_seats($1, $2::text::jsonb) ->> 'total')::numeric as total",
          [orderId, json],
        )
      )[0]?.total ?? 0)
  const at = new Date(options.now.getTime() - plan.minutesAgo * MINUTE_MS)
  const amount = total - (plan.short ?? 0)
  const reference =
    plan.referenceOf === undefined ? referenceAt(at, earlier.length + 1) : (earlier[plan.referenceOf]?.reference ?? '')
  const picture =
    plan.pictureOf === undefined
      ? drawReceipt({ amount, reference, at, from: buyer.name, to: PAYEE_VPA })
      : (earlier[plan.pictureOf]?.picture ?? Buffer.alloc(0))
  const path = `${buyer.id}/${at.getTime()}-${orderId}.png`
  await keepPicture(sql, options.files, { path, owner: buyer.id, bytes: picture })
  const hash = createHash('sha256').update(picture).digest('hex')
  const [submitted] = await sql.query<{ id: string }>(
    "select public.submit_payment($1, $2, $3, $4, $5::text::jsonb, $6) ->> 'payment_id' as id",
    [orderId, reference, amount, path, json, hash],
  )
  return { plan, paymentId: submitted?.id ?? '', reference, picture, given: over ? json : null }
}

/** Returns the price for a past event, whose seats can no longer be held. */
async function priceOf(sql: Sql, lines: { ticket_category_id: string; seats: string[] }[]): Promise<number> {
  const [price] = await sql.query<{ total: number }>(
    `select (private.price_order(array_agg(c.price order by l.n), array_agg(l.quantity order by l.n), private.terms())).total as total
       from unnest($1::uuid[], $2::integer[]) with ordinality as l (id, quantity, n)
       join public.ticket_categories c on c.id = l.id`,
    [lines.map((line) => line.ticket_category_id), lines.map((line) => line.seats.length)],
  )
  return price?.total ?? 0
}

export async function askForRefund(sql: Sql, customer: string): Promise<void> {
  await actAs(sql, customer)
  await sql.query('select public.save_profile($1::text::jsonb)', [JSON.stringify({ refund_upi_id: refundUpiId })])
  await sql.query(
    `select public.request_refund(t.id) from public.user_tickets t join public.events e on e.id = t.event_id
      where t.user_id = $1 and e.status = 'cancelled' order by t.quantity limit 1`,
    [customer],
  )
}

/** Backdates the payments, when the database's role may do so. */
export async function makeOlder(sql: Sql, made: readonly MadePurchase[]): Promise<void> {
  const [may] = await sql.query<{ may: boolean }>(
    "select has_parameter_privilege(current_user, 'session_replication_role', 'set') as may",
  )
  if (!may?.may) return
  const ages = JSON.stringify(made.map(({ paymentId, plan }) => ({ id: paymentId, minutes: plan.minutesAgo })))
  // Without triggers, which keep created_at.
  await sql.run('set local session_replication_role = replica')
  const older = (table: string, column: string, key: string, minutesLater = 0): string =>
    `update ${table} t set ${column} = t.${column} - make_interval(mins => a.minutes - ${minutesLater})
       from jsonb_to_recordset($1::text::jsonb) as a (id uuid, minutes integer)
      where t.${key} = a.id and t.${column} is not null and a.minutes > ${minutesLater}`
  await sql.query(older('public.payments', 'created_at', 'id'), [ages])
  await sql.query(older('public.payments', 'reviewed_at', 'id', 25), [ages])
  await sql.query(older('public.payment_lines', 'created_at', 'payment_id'), [ages])
  await sql.query(older('public.user_tickets', 'created_at', 'payment_id', 25), [ages])
  await bookOnTheirDays(
    sql,
    made.map(({ paymentId }) => paymentId),
  )
  await sql.run('set local session_replication_role = origin')
}

/** Backdates the entries of these payments to the decision, in books that no month closes yet. Without triggers. */
export async function bookOnTheirDays(sql: Sql, payments: readonly string[]): Promise<void> {
  await sql.query(
    `update public.ledger l set booked_at = p.reviewed_at, day = (p.reviewed_at at time zone 'Asia/Kolkata')::date
       from public.payments p where p.id = any ($1::uuid[]) and l.subject = p.id`,
    [payments],
  )
}
