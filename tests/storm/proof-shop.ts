import type { Database } from '../../server/database/database.ts'
import { startMailProofs, type MailProofs } from '../../server/proofs/mail/mail-proofs.ts'
import { Settling } from '../../server/proofs/settling.ts'
import { orderCode } from '../../src/shop/orders/order.ts'
import { gridSeat, type Line } from '../sql-races/sale-database.ts'
import { BANK_ACCOUNT, BANK_TEMPLATES, BANK_TO, testBank, type TestBank } from '../support/mail/bank-mail.ts'
import type { Random } from './random.ts'
import { openShopDatabase } from './shop-database.ts'

const MAX_TRIES = 8
const SEATS_A_CATEGORY = 200
const CATEGORIES_AN_EVENT = 10

export interface HeldOrder {
  id: string
  code: string
  customer: string
  lines: Line[]
  /** Rupees, two decimals. */
  price: string
}

/** A shop with a bank: customers act in SQL, mails go the server's way, credits decide always. */
export interface ProofShop {
  database: Database
  bank: TestBank
  mails: MailProofs
  settling: Settling
  /** Calls a function as that user. Throws what is refused, with its code as the message. */
  call<T>(customer: string, name: string, args: Record<string, unknown>): Promise<T>
  /** A new customer holds seats that no one else asks for, one or two unless `seats`, or `lines`; `id` chooses the order's code. */
  order(random: Random, wish?: { id?: string; seats?: number; lines?: Line[] }): Promise<HeldOrder>
  /** A new customer and an order that was never held. */
  newcomer(random: Random, lines: Line[]): Promise<Omit<HeldOrder, 'price'>>
  /** Returns a category of forty numbered seats, of a concert of its own. */
  category(price: number): Promise<string>
  submit(order: HeldOrder, reference: string, amount?: string): Promise<void>
  /** Credits that are open have waited for their claim since half an hour ago. */
  letCreditsWait(): Promise<void>
  /** Starts the sweep as a start of the server does, and waits until it has seen every open credit once. */
  sweepOnce(): Promise<void>
  stop(): Promise<void>
}

/** Opens a shop on either database. */
export async function openProofShop(kind: Database['kind']): Promise<ProofShop> {
  const { database, close } = await openShopDatabase(kind)
  await database.run("update public.proof_rules set approve = 'always', most_a_minute = 1000")
  const bank = testBank()
  const settling = new Settling(database)
  const settings = { to: BANK_TO, account: BANK_ACCOUNT, confirmed: BANK_TEMPLATES, maxAgeMs: 48 * 3_600_000 }
  const mails = await startMailProofs(
    { ...settings, imap: null, secretHash: null, demoBank: false },
    (proof) => settling.take(proof),
    {
      read: async () => null,
      save: async () => undefined,
      setAside: async () => undefined,
      count: async () => undefined,
    },
    { say: () => undefined, warn: () => undefined },
    bank.txt,
  )
  const call = async <T>(customer: string, name: string, args: Record<string, unknown>): Promise<T> => {
    const names = Object.keys(args)
    const values = names.map((key) => (typeof args[key] === 'object' ? JSON.stringify(args[key]) : args[key]))
    const list = names.map((key, n) => `${key} => $${n + 1}${typeof args[key] === 'object' ? '::text::jsonb' : ''}`)
    for (let tries = 1; ; tries += 1) {
      try {
        return await database.transaction(async (sql) => {
          await sql.query(
            `select set_config('request.jwt.claim.sub', $1, true), set_config('request.jwt.claims', $2, true),
              set_config('role', 'authenticated', true)`,
            [customer, JSON.stringify({ sub: customer, role: 'authenticated' })],
          )
          const [row] = await sql.query<{ answer: T }>(`select public.${name}(${list.join(', ')}) as answer`, values)
          return row?.answer as T
        })
      } catch (error) {
        const { code = '' } = error as { code?: string }
        if ((code !== '40P01' && code !== '40001') || tries >= MAX_TRIES) throw error
      }
    }
  }
  const place = seatsOf(database)
  const account = async (random: Random): Promise<string> => {
    const customer = random.uuid()
    await database.query(
      `insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at, created_at, updated_at)
       values ($1, $2, '{"name": "Storm"}', now(), now(), now())`,
      [customer, `${customer}@storm.example`],
    )
    return customer
  }
  return {
    database,
    bank,
    mails,
    settling,
    call,
    newcomer: async (random, lines) => {
      const id = orderId(random)
      return { id, code: orderCode(id), customer: await account(random), lines }
    },
    async order(random, { id = orderId(random), seats = 1 + random(2), lines: wanted } = {}) {
      const customer = await account(random)
      const lines = wanted ?? [await place(seats)]
      await call(customer, 'hold_seats', { p_order_id: id, p_lines: lines })
      const [row] = await database.query<{ code: string; price: string }>(
        `select o.order_code as code, (select sum(s) from unnest(o.shares) as s)::numeric(12, 2)::text as price
         from private.orders o where o.id = $1`,
        [id],
      )
      if (!row) throw new Error('The order is not there.')
      return { id, customer, lines, ...row }
    },
    async category(price) {
      const [row] = await database.query<{ id: string }>(
        `with singer as (insert into public.singers (name) values ('Storm ' || gen_random_uuid()) returning id),
          event as (
            insert into public.events (singer_id, city, venue, date)
            select id, 'Pune', 'Hall', now() + interval '30 days' from singer returning id)
         insert into public.ticket_categories (event_id, name, price, total_tickets)
         select event.id, 'Gold', $1, 40 from event returning id`,
        [price],
      )
      if (!row) throw new Error('The category is not there.')
      return row.id
    },
    letCreditsWait: () =>
      database.transaction(async (sql) => {
        // Without the trigger that keeps the time of a row.
        await sql.run('set local session_replication_role = replica')
        await sql.run(
          "update public.credits set created_at = created_at - interval '31 minutes' where payment_id is null",
        )
      }),
    submit: async (order, reference, amount = order.price) => {
      await call(order.customer, 'submit_payment', {
        p_order_id: order.id,
        p_transaction_id: reference,
        p_amount: amount,
        p_screenshot_path: `${order.customer}/1764000000000-${order.id}.png`,
        p_lines: order.lines,
        p_screenshot_sha256: order.id.replaceAll('-', '').repeat(2),
      })
    },
    sweepOnce: () => sweepOnce(database),
    stop: async () => {
      await mails.stop()
      await close()
    },
  }
}

/** An id as the app makes them, from the seed. */
function orderId(random: Random): string {
  for (;;) {
    const id = random.uuid()
    // As newOrderId() of src/shop/orders/order.ts.
    if (/^MF(?=.{0,4}[0-9])(?=.{0,4}[A-Z])(?![A-Z]{4}0)(?!X+[0-9]+$)/.test(orderCode(id))) return id
  }
}

/** Gives out seats once, in new events as they are needed. */
function seatsOf(database: Database): (count: number) => Promise<Line> {
  let given = 0
  let turn: Promise<unknown> = Promise.resolve()
  let categories: string[] = []
  const more = async (): Promise<void> => {
    const rows = await database.query<{ id: string }>(
      `with singer as (insert into public.singers (name) values ('Storm ' || gen_random_uuid()) returning id),
        event as (
          insert into public.events (singer_id, city, venue, date)
          select id, 'Pune', 'Hall', now() + interval '30 days' from singer returning id)
       insert into public.ticket_categories (event_id, name, price, total_tickets)
       select event.id, 'Category ' || n, 1500, ${SEATS_A_CATEGORY} from event, generate_series(1, ${CATEGORIES_AN_EVENT}) as n
       returning id`,
    )
    categories = [...categories, ...rows.map(({ id }) => id)]
  }
  const take = async (count: number): Promise<Line> => {
    // A group is never split over two categories.
    if ((given % SEATS_A_CATEGORY) + count > SEATS_A_CATEGORY) given += SEATS_A_CATEGORY - (given % SEATS_A_CATEGORY)
    const category = Math.floor(given / SEATS_A_CATEGORY)
    if (category >= categories.length) await more()
    const first = given % SEATS_A_CATEGORY
    given += count
    return {
      ticket_category_id: categories[category]!,
      seats: Array.from({ length: count }, (_, n) => gridSeat(first + n)),
    }
  }
  return (count) => {
    const next = turn.then(() => take(count))
    turn = next.catch(() => undefined)
    return next
  }
}

async function sweepOnce(database: Database): Promise<void> {
  let looks = 0
  const watched: Database = {
    ...database,
    query: (text, params) => {
      if (text.includes('private.open_credits')) looks += 1
      return database.query(text, params)
    },
  }
  const stop = new Settling(watched).start()
  // The second look begins after the first sweep.
  while (looks < 2) await new Promise((resolve) => setTimeout(resolve, 50))
  await stop()
}
