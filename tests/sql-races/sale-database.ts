import { randomUUID, createHash } from 'node:crypto'
import postgres, { type Sql, type TransactionSql } from 'postgres'
import { TAKES_PAYMENTS } from '../support/sales/takes-payments.ts'
import { startShopPostgres } from '../support/server/shop.ts'

/** Retries after a deadlock or serialization failure, as in the server. */
const MAX_TRIES = 8
/** Many more connections than the server's own pool. */
const CONNECTIONS = 40
/** The driver's default of 30 seconds is too short to open forty connections on a busy machine. */
const CONNECT_SECONDS = 180

export interface Refusal {
  state: string
  code: string
  detail: string
}

export interface Line {
  ticket_category_id: string
  seats: string[]
}

export interface SaleDatabase {
  sql: Sql
  retries(): number
  customer(name: string): Promise<string>
  admin(): Promise<string>
  event(): Promise<string>
  category(eventId: string, totalTickets: number): Promise<string>
  /** Calls as a user in its own transaction. Returns the answer or the refusal (PT4xx); throws any other error. */
  call<T>(
    userId: string,
    query: (tx: TransactionSql) => Promise<unknown>,
  ): Promise<{ answer: T } | { refusal: Refusal }>
  hold(userId: string, orderId: string, lines: Line[]): Promise<{ answer: unknown } | { refusal: Refusal }>
  submit(
    userId: string,
    orderId: string,
    reference: string,
    lines: Line[],
  ): Promise<{ answer: { payment_id: string } } | { refusal: Refusal }>
  review(
    userId: string,
    paymentId: string,
    decision: 'approved' | 'rejected',
  ): Promise<{ answer: unknown } | { refusal: Refusal }>
  stop(): Promise<void>
}

export async function openSaleDatabase(connections = CONNECTIONS): Promise<SaleDatabase> {
  const cluster = await startShopPostgres('empty')
  const sql = postgres(cluster.url, {
    max: connections,
    connect_timeout: CONNECT_SECONDS,
    onnotice: () => {},
    idle_timeout: 0,
  })
  // Their figures are of a shop with 18 % on every price; a new one charges none without a GSTIN, and takes no payments.
  await sql.unsafe(`${TAKES_PAYMENTS}; alter table public.shop_terms disable trigger user; update public.shop_terms set gst_by = 'flat';
    alter table public.shop_terms enable trigger user`)
  let retries = 0

  async function user(name: string): Promise<string> {
    const id = randomUUID()
    await sql`
      insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at, created_at, updated_at)
      values (${id}, ${`${name}-${id}@example.in`}, ${sql.json({ name })}, now(), now(), now())`
    return id
  }

  async function call<T>(
    userId: string,
    query: (tx: TransactionSql) => Promise<unknown>,
  ): Promise<{ answer: T } | { refusal: Refusal }> {
    for (let tries = 1; ; tries += 1) {
      try {
        const answer = await sql.begin(async (tx) => {
          await tx`
            select set_config('request.jwt.claim.sub', ${userId}, true),
              set_config('request.jwt.claims', ${JSON.stringify({ sub: userId, role: 'authenticated' })}, true),
              set_config('role', 'authenticated', true)`
          return query(tx)
        })
        return { answer: (answer as { answer: T }[])[0]?.answer as T }
      } catch (error) {
        const { code = '', message, detail = '' } = error as { code?: string; message: string; detail?: string }
        if (/^PT4\d\d$/.test(code)) return { refusal: { state: code, code: message, detail } }
        if ((code !== '40P01' && code !== '40001') || tries >= MAX_TRIES) throw error
        retries += 1
      }
    }
  }

  return {
    sql,
    retries: () => retries,
    customer: user,
    async admin() {
      const id = await user('admin')
      await sql`insert into public.staff (user_id, role) values (${id}, 'admin')`
      return id
    },
    async event() {
      const [singer] = await sql<{ id: string }[]>`
        insert into public.singers (name) values (${`Singer ${randomUUID()}`}) returning id`
      const [event] = await sql<{ id: string }[]>`
        insert into public.events (singer_id, city, venue, date)
        values (${singer!.id}, 'Pune', 'Hall', now() + interval '30 days') returning id`
      return event!.id
    },
    async category(eventId, totalTickets) {
      const [category] = await sql<{ id: string }[]>`
        insert into public.ticket_categories (event_id, name, price, total_tickets)
        values (${eventId}, ${randomUUID()}, 1500, ${totalTickets}) returning id`
      return category!.id
    },
    call,
    hold: (userId, orderId, lines) =>
      call(userId, (tx) => tx`select public.hold_seats(${orderId}, ${tx.json(lines as never)}) as answer`),
    submit: (userId, orderId, reference, lines) =>
      call(
        userId,
        (tx) => tx`
          select public.submit_payment(${orderId}, ${reference}, ${1800}, ${`${userId}/1764000000000-${orderId}.png`},
            ${tx.json(lines as never)}, ${createHash('sha256').update(orderId).digest('hex')}) as answer`,
      ),
    review: (userId, paymentId, decision) =>
      call(userId, (tx) => tx`select public.review_payment(${paymentId}, ${decision}) as answer`),
    async stop() {
      await sql.end({ timeout: 5 })
      await cluster.stop()
    },
  }
}

/** Returns the label of seat n, from 0, of a grid of ten columns. */
export function gridSeat(index: number): string {
  return String.fromCharCode(65 + Math.floor(index / 10)) + String((index % 10) + 1)
}
