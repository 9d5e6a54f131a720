import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from './random.ts'
import { faultsInSnapshot } from './sale-books.ts'
import type { Sale } from './sale.ts'
import { Staff } from './storm-staff.ts'
import { Storm, type StormPlace } from './storm.ts'

export interface StormSize {
  customers: number
  /** Places of each category, at least 100 so that a row has ten; two categories make an event, every third is standing. */
  halls: number[]
  rounds: number
  atOnce: number
}

export interface StormReport {
  outcomes: Map<string, number>
  faults: string[]
  checks: number
  payments: number
  ms: number
}

export async function openPlace(sale: Sale, size: StormSize, random: Random): Promise<StormPlace> {
  const { sql } = sale
  const people = async (count: number): Promise<string[]> => {
    const ids = Array.from({ length: count }, () => random.uuid())
    await sql`
      insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at, created_at, updated_at)
      select id, id || '@storm.example', '{"name": "Storm"}', now(), now(), now() from unnest(${ids}::uuid[]) as id`
    return ids
  }
  const customers = await people(size.customers)
  const admins = await people(4)
  await sql`insert into public.staff (user_id, role) select id, 'admin' from unnest(${admins}::uuid[]) as id`
  const singer = random.uuid()
  await sql`insert into public.singers (id, name) values (${singer}, ${`Storm ${singer}`})`
  const events: string[] = []
  const categories: StormPlace['categories'] = []
  for (const [n, seats] of size.halls.entries()) {
    if (n % 2 === 0) {
      events.push(random.uuid())
      await sql`
        insert into public.events (id, singer_id, city, venue, date)
        values (${events.at(-1)!}, ${singer}, 'Pune', ${`Hall ${n}`}, now() + ${`${30 + n} days`}::interval)`
    }
    const id = random.uuid()
    await sql`
      insert into public.ticket_categories (id, event_id, name, price, total_tickets, is_standing)
      values (${id}, ${events.at(-1)!}, ${`Category ${n}`}, ${499.5 + n * 333}, ${seats}, ${n % 3 === 2})`
    categories.push({ id, event: events.at(-1)!, seats, isStanding: n % 3 === 2 })
  }
  return { customers, admins, events, categories }
}

/** Runs customers, staff and time, and checks the books meanwhile. */
export async function runStorm(sale: Sale, place: StormPlace, size: StormSize, random: Random): Promise<StormReport> {
  const storm = new Storm(sale, place)
  const began = performance.now()
  let checks = 0
  const watch = async (): Promise<void> => {
    while (!storm.over) {
      await storm.expire()
      storm.faults.push(...(await faultsInSnapshot(sale.sql)))
      await storm.checkLedger(false)
      checks += 1
      await sleep(50)
    }
  }
  const staff = place.admins.map((admin, n) => new Staff(storm, admin, random.fork(`staff ${n}`)).work(n))
  const helpers = Promise.all([...staff, watch()])
  helpers.catch(() => undefined)
  const queue = place.customers.map((customer, n) => ({ customer, random: random.fork(`customer ${n}`) }))
  const lanes = Array.from({ length: size.atOnce }, async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await storm.buy(next.customer, size.rounds, next.random)
  })
  try {
    await Promise.all(lanes)
  } finally {
    storm.over = true
  }
  await helpers
  storm.faults.push(...(await faultsInSnapshot(sale.sql)))
  await storm.checkLedger(true)
  return {
    outcomes: storm.outcomes,
    faults: storm.faults,
    checks: checks + 1,
    payments: storm.acknowledged.size,
    ms: Math.round(performance.now() - began),
  }
}
