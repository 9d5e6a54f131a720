import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import type { Sql } from '../../server/database/database.ts'
import { gridSeat } from '../sql-races/sale-database.ts'
import { newUtr } from '../storm/proof-buyers.ts'
import { faultsOfProofs, readBooks, type Transfer } from '../storm/proof-books.ts'
import { isLongStorm, seededRandom, stormSeed, type Random } from '../storm/random.ts'
import {
  axisLetter,
  BANK_ACCOUNT,
  BANK_TEMPLATES,
  BANK_TO,
  hdfcLetter,
  nameServer,
  testBank,
} from '../support/mail/bank-mail.ts'
import { inDatabase } from '../support/database/database.ts'
import { TAKES_PAYMENTS } from '../support/sales/takes-payments.ts'
import { type Shop, startShop, startShopPostgres } from '../support/server/shop.ts'
import { newCustomer, type Customer } from '../support/server/visitor.ts'
import { newOrderId, orderCode } from '../../src/shop/orders/order.ts'

const KILLS = isLongStorm() ? 50 : 4
const CUSTOMERS = 4
const SEATS = 250
const LONG_MS = KILLS * 120_000
const SECRET = 'a-secret-of-more-than-24-characters'

const bank = testBank()

const environment = {
  NODE_OPTIONS: nameServer(bank),
  PROOF_MAIL_SECRET: SECRET,
  PROOF_MAIL_TO: BANK_TO,
  PROOF_ACCOUNT_MASK: BANK_ACCOUNT,
  PROOF_BANKS: BANK_TEMPLATES.join(','),
}

/** The server's own database, with the server away where it is embedded. */
type InDatabase = <T>(work: (sql: Sql) => Promise<T>) => Promise<T>

interface Paid {
  order: string
  raw: Buffer
}

class Evening {
  readonly transfers: Transfer[] = []
  /** How far each mail had come when the server was killed. */
  readonly moments = { 'not stored': 0, stored: 0, ticket: 0 }
  readonly #shop: Shop
  readonly #customers: Customer[]
  readonly #admin: Customer
  readonly #category: string
  #seat = 0

  constructor(shop: Shop, people: Customer[], category: string) {
    this.#shop = shop
    this.#admin = people[0]!
    this.#customers = people.slice(1)
    this.#category = category
  }

  /** Each customer holds a seat and pays; half of them submit. Returns the bank's mails. */
  async pay(random: Random): Promise<Paid[]> {
    return Promise.all(
      this.#customers.map(async (customer, n) => {
        const order = newOrderId()
        const lines = [{ ticket_category_id: this.#category, seats: [gridSeat(this.#seat++)] }]
        await ask(customer, 'hold_seats', { p_order_id: order, p_lines: lines })
        const utr = newUtr(random)
        const amount = '1530.00'
        if (n % 2 === 0) {
          await ask(customer, 'submit_payment', {
            p_order_id: order,
            p_transaction_id: utr,
            p_amount: amount,
            p_screenshot_path: `${customer.id}/1764000000000-${order}.png`,
            p_lines: lines,
            p_screenshot_sha256: order.replaceAll('-', '').repeat(2),
          })
        }
        this.transfers.push({ utr, amount, order })
        const letter =
          n === 0 ? hdfcLetter({ utr, amount }) : axisLetter({ utr, amount, note: orderCode(order).slice(2) })
        return { order, raw: await bank.sign(letter) }
      }),
    )
  }

  /** Posts a mail as the bank's mail provider does; true when the shop answered that it has it. */
  async post({ raw }: Paid): Promise<boolean> {
    const answer = await fetch(`${this.#shop.url}/proofs/mail`, {
      method: 'POST',
      headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'message/rfc822' },
      body: new Uint8Array(raw),
    }).catch(() => null)
    const said = (await answer?.text().catch(() => ''))?.trim() ?? ''
    if (answer && answer.status !== 200 && answer.status !== 503)
      throw new Error(`The mail was answered ${answer.status}.`)
    if (answer?.ok && said !== '' && said !== 'Taken.') throw new Error(said)
    return answer?.ok === true
  }

  /** What the shop has of these orders: how far each is, and the credits. */
  async look(paid: readonly Paid[]): Promise<(keyof Evening['moments'])[]> {
    const { client } = this.#admin
    const orders = paid.map(({ order }) => order)
    const credits = await client.from('credits').select('utrs').order('booked_on').limit(1000)
    const payments = await client.from('payments').select('order_id, status').in('order_id', orders)
    if (credits.error ?? payments.error) throw new Error((credits.error ?? payments.error)?.message)
    const known = (credits.data ?? []).flatMap((one) => one.utrs as string[])
    return orders.map((order) => {
      const utr = this.transfers.find((one) => one.order === order)?.utr ?? ''
      if (payments.data?.some((one) => one.order_id === order && one.status === 'approved')) return 'ticket'
      return known.includes(utr) ? 'stored' : 'not stored'
    })
  }

  async kill(random: Random, afterMs: number): Promise<void> {
    const paid = await this.pay(random)
    const answers = Promise.all(paid.map((one) => this.post(one)))
    await sleep(afterMs)
    await this.#shop.kill()
    const taken = await answers
    await this.#shop.restart()
    const found = await this.look(paid)
    for (const one of found) this.moments[one] += 1
    for (const [n, ok] of taken.entries()) if (ok) expect(found[n], 'an answered mail is kept').not.toBe('not stored')
    // A provider sends again what was not answered, and sometimes what was.
    const again = random.once(2) ? paid : paid.filter((_, n) => !taken[n])
    await Promise.all([...again, ...again.slice(0, 1)].map((one) => this.post(one)))
    await expect.poll(() => this.look(paid), { timeout: 90_000, interval: 100 }).toEqual(paid.map(() => 'ticket'))
  }
}

async function ask(customer: Customer, name: string, args: Record<string, unknown>): Promise<void> {
  const { error } = await customer.client.rpc(name, args)
  if (error) throw new Error(`${name}: ${error.message}`)
}

async function run(shop: Shop, database: InDatabase, seed: string): Promise<void> {
  const random = seededRandom(seed)
  const people = await Promise.all(Array.from({ length: CUSTOMERS + 1 }, () => newCustomer(shop)))
  const category = await database(async (sql) => {
    await sql.query("insert into public.staff (user_id, role) values ($1, 'admin')", [people[0]!.id])
    await sql.run(TAKES_PAYMENTS)
    await sql.run("update public.proof_rules set approve = 'always', most_a_minute = 1000")
    const [row] = await sql.query<{ id: string }>(
      `with singer as (insert into public.singers (name) values ('Crash') returning id),
        event as (
          insert into public.events (singer_id, city, venue, date)
          select id, 'Pune', 'Hall', now() + interval '30 days' from singer returning id)
       insert into public.ticket_categories (event_id, name, price, total_tickets)
       select id, 'Floor', 1500, ${SEATS} from event returning id`,
    )
    return row!.id
  })
  const evening = new Evening(shop, people, category)
  const first = await evening.pay(random)
  const began = performance.now()
  await Promise.all(first.map((one) => evening.post(one)))
  const span = performance.now() - began
  expect(await evening.look(first), 'without a kill').toEqual(first.map(() => 'ticket'))
  for (let kill = 0; kill < KILLS; kill += 1) {
    // Spread over the time that four mails take, from the first byte to the last ticket.
    // oxlint-disable-next-line no-await-in-loop -- one server
    await evening.kill(random.fork(kill), (span * (kill + random(100) / 100)) / KILLS)
  }
  console.log(`${KILLS} kills within ${Math.round(span)} ms of four mails; mails then:`, evening.moments)
  await database(async (sql) => {
    expect(await faultsOfProofs(sql, evening.transfers)).toEqual([])
    const { approved, credits, payments, tickets } = await readBooks(sql)
    const all = evening.transfers.length
    expect({ approved: approved.size, credits, payments, tickets }).toEqual({
      approved: all,
      credits: all,
      payments: all,
      tickets: all,
    })
  })
}

test(
  'each credit counts once when the embedded shop is killed between mail and ticket',
  { timeout: LONG_MS },
  async () => {
    const seed = stormSeed()
    console.log(`Proof crash storm, embedded: STORM_SEED=${seed}`)
    const shop = await startShop({ template: 'empty', env: environment })
    try {
      await run(shop, (work) => inDatabase(shop, work), seed)
    } finally {
      await shop.dispose()
    }
  },
)

test(
  'each credit counts once when a PostgreSQL shop is killed between mail and ticket',
  { timeout: LONG_MS },
  async () => {
    const seed = stormSeed()
    console.log(`Proof crash storm, PostgreSQL: STORM_SEED=${seed}`)
    const cluster = await startShopPostgres('empty')
    const connection = postgres(cluster.url, { max: 1, onnotice: () => {} })
    const sql: Sql = {
      query: async <Row>(text: string, params: readonly unknown[] = []) => [
        ...(await connection.unsafe<(Row & object)[]>(text, [...params] as never[])),
      ],
      run: async (text) => void (await connection.unsafe(text).simple()),
    }
    let shop: Shop | undefined
    try {
      shop = await startShop({ dataDir: cluster.dataDir, env: { ...environment, DATABASE_URL: cluster.url } })
      await run(shop, (work) => work(sql), seed)
    } finally {
      await connection.end({ timeout: 5 })
      await shop?.dispose()
      await cluster.stop()
    }
  },
)
