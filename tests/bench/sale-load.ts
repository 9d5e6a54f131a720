import { createHash, createHmac, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sql, TransactionSql } from 'postgres'
import { rowLetters } from '../../src/shop/seats/seat-map.ts'

/** A typical order: two seats of one category. */
export interface Buyer {
  user: string
  order: string
  category: string
  /** Labels; of standing places only their number counts. */
  seats: string[]
  standing: boolean
  /** Rupees. */
  amount: number
  reference: string
}

const EVENTS = 4
const SEATS_PER_ORDER = 2
const PRICE = 1_500

/** Runs `act` as a signed-in person, in a transaction of its own. */
export const asUser = <T>(sql: Sql, user: string, act: (tx: TransactionSql) => Promise<T>) =>
  sql.begin(async (tx) => {
    await tx`
      select set_config('request.jwt.claim.sub', ${user}, true),
        set_config('request.jwt.claims', ${JSON.stringify({ sub: user, role: 'authenticated' })}, true),
        set_config('role', 'authenticated', true)`
    return act(tx)
  })

/** Makes events with exactly enough seats for the orders, and a customer for each. */
export async function openBoxOffice(sql: Sql, orders: number, standing = false): Promise<Buyer[]> {
  const perEvent = Math.ceil(orders / EVENTS)
  const users = await sql<{ id: string }[]>`
    insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at, created_at, updated_at)
    select u, u || '@bench.example.in', '{"name":"Bench"}', now(), now(), now()
    from (select gen_random_uuid() as u from generate_series(1, ${orders})) as fresh
    returning id`
  const buyers: Buyer[] = []
  for (let number = 0; number < EVENTS; number += 1) {
    const { id, seats } = await openCategory(sql, perEvent * SEATS_PER_ORDER, standing)
    for (let n = 0; n < perEvent && buyers.length < orders; n += 1)
      buyers.push({
        user: users[buyers.length]!.id,
        order: randomUUID(),
        category: id,
        standing,
        seats: seats.slice(n * SEATS_PER_ORDER, (n + 1) * SEATS_PER_ORDER),
        amount: 3_600,
        reference: String(400_000_000_000 + Math.floor(Math.random() * 99_999_999_999)),
      })
  }
  return buyers
}

export async function openCategory(
  sql: Sql,
  total: number,
  standing = false,
): Promise<{ id: string; event: string; seats: string[] }> {
  const [singer] = await sql<{ id: string }[]>`
    insert into public.singers (name) values (${`Bench ${randomUUID()}`}) returning id`
  const [event] = await sql<{ id: string }[]>`
    insert into public.events (singer_id, city, venue, date)
    values (${singer!.id}, 'Pune', 'Hall', now() + interval '30 days') returning id`
  const [category] = await sql<{ id: string; columns: number | null }[]>`
    insert into public.ticket_categories (event_id, name, price, total_tickets, is_standing)
    values (${event!.id}, 'Stalls', ${PRICE}, ${total}, ${standing}) returning id, grid_columns as columns`
  const { id } = category!
  return { id, event: event!.id, seats: gridLabels(total, category!.columns ?? 10) }
}

/** Returns the labels of a category without a layout, row by row. */
export const gridLabels = (total: number, columns: number): string[] =>
  Array.from({ length: total }, (_, index) => rowLetters(Math.floor(index / columns)) + String((index % columns) + 1))

/** Runs every task, so many at once. @returns tasks per second */
export async function perSecond<T>(
  tasks: readonly T[],
  atOnce: number,
  run: (task: T) => Promise<unknown>,
): Promise<number> {
  let next = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let at = next++; at < tasks.length; at = next++) await run(tasks[at]!)
    }),
  )
  return tasks.length / ((performance.now() - began) / 1_000)
}

export const linesOf = ({ category, seats, standing }: Pick<Buyer, 'category' | 'seats' | 'standing'>) => [
  standing ? { ticket_category_id: category, count: seats.length } : { ticket_category_id: category, seats },
]

export const submissionOf = (buyer: Buyer) => ({
  p_order_id: buyer.order,
  p_transaction_id: buyer.reference,
  p_amount: buyer.amount,
  p_screenshot_path: `${buyer.user}/1764000000000-${buyer.order}.png`,
  p_lines: linesOf(buyer),
  p_screenshot_sha256: createHash('sha256').update(buyer.order).digest('hex'),
})

/** Makes an access token directly: hundreds of sign-ins would take minutes. `secret` signs the shop's tokens. */
export function tokenOf(user: string, secret: string): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const now = Math.floor(Date.now() / 1_000)
  const claims = { sub: user, role: 'authenticated', aud: 'authenticated', iat: now, exp: now + 7_200 }
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

/** Reads the secret of `tokenOf` from a shop's data folder. */
export const tokenSecretOf = (dataDir: string): string =>
  (JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as { jwtSecret: string }).jwtSecret
