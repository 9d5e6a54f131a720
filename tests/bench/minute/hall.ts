import type { Sql } from '../../../server/database/database.ts'
import { gridLabels } from '../sale-load.ts'

/** An event on sale, and people with accounts. */
export interface Hall {
  event: string
  /** `free`: those of the seats that are not kept. */
  categories: { id: string; seats: string[]; free: string[] }[]
  customers: string[]
}

export interface HallSize {
  categories: number
  seatsEach: number
  customers: number
  /** Keeps half of the seats from the sale, here and there. */
  half?: boolean
}

const PRICES = [2_500, 1_500, 900, 500]

/** Makes a published event in thirty days. Categories have no layout: the server numbers their seats row by row. */
export async function openHall(sql: Sql, size: HallSize): Promise<Hall> {
  const customers = await sql.query<{ id: string }>(
    `insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at, created_at, updated_at)
      select u, u || '@bench.example.in', '{"name":"Bench"}', now(), now(), now()
      from (select gen_random_uuid() as u from generate_series(1, $1::integer)) as fresh
      returning id`,
    [size.customers],
  )
  const [singer] = await sql.query<{ id: string }>(
    `insert into public.singers (name) values ('First Minute ' || gen_random_uuid()) returning id`,
  )
  const [event] = await sql.query<{ id: string }>(
    `insert into public.events (singer_id, city, venue, date)
      values ($1, 'Pune', 'The Hall', now() + interval '30 days') returning id`,
    [singer!.id],
  )
  const categories: Hall['categories'] = []
  for (let n = 0; n < size.categories; n += 1) {
    const [made] = await sql.query<{ id: string; columns: number | null }>(
      `insert into public.ticket_categories (event_id, name, price, total_tickets)
        values ($1, $2, $3, $4) returning id, grid_columns as columns`,
      [event!.id, `Block ${n + 1}`, PRICES[n % PRICES.length], size.seatsEach],
    )
    const seats = gridLabels(size.seatsEach, made!.columns ?? 10)
    const kept = seats.filter((_, at) => size.half && isKept(at))
    categories.push({ id: made!.id, seats, free: seats.filter((seat) => !kept.includes(seat)) })
    if (kept.length === 0) continue
    await sql.query(
      `insert into public.seat_claims (event_id, place, seat, ticket_category_id, state, source, kept_reason)
        select $1, private.place_of($2, s), s, $2, 'kept', 'staff', 'Bench'
        from jsonb_array_elements_text($3::jsonb) as s`,
      [event!.id, made!.id, JSON.stringify(kept)],
    )
  }
  return { event: event!.id, categories, customers: customers.map(({ id }) => id) }
}

/** Half of all numbers, without a pattern that compresses better than a hall. */
const isKept = (at: number): boolean => ((at * 2_654_435_761) >>> 16) % 2 === 0
