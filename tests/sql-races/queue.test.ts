import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isLongStorm, seededRandom, stormSeed } from '../storm/random.ts'
import { openSaleDatabase, type SaleDatabase } from './sale-database.ts'

/** People join while lists are closed and drawn by several servers, and hold while the rate changes. */
const size = isLongStorm() ? { people: 4000, atOnce: 60 } : { people: 500, atOnce: 30 }
const WORKERS = 3

let shop: SaleDatabase

beforeAll(async () => {
  shop = await openSaleDatabase(size.atOnce + WORKERS + 2)
})
afterAll(async () => {
  await shop?.stop()
})

interface Entry {
  code: string
  place: number | null
  late: boolean
}

const sha = (text: string): string => createHash('sha256').update(text).digest('hex')

const people = async (count: number): Promise<string[]> => {
  const ids = Array.from({ length: count }, () => randomUUID())
  await shop.sql`
    insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at, created_at, updated_at)
    select id, id || '@queue.example', '{"name": "Queue"}', now(), now(), now() from unnest(${ids}::uuid[]) as id`
  return ids
}

/** A queue that people may join now; the sale opens in so many milliseconds. */
const newQueue = async (opensInMs: number, perMinute: number | null): Promise<string> => {
  const { sql } = shop
  const [event, admin] = [await shop.event(), await shop.admin()]
  const saved = await shop.call(
    admin,
    (tx) =>
      tx`select public.save_queue(${event}, now() + interval '1 hour', now() + interval '2 hours', ${perMinute}) as answer`,
  )
  if (!('answer' in saved)) throw new Error(saved.refusal.code)
  await sql`
    update public.event_queues set joins_from = now() - interval '1 hour', opens_at = now() + ${opensInMs} * interval '1 millisecond'
    where event_id = ${event}`
  return event
}

const join = (person: string, event: string) =>
  shop.call<Entry>(person, (tx) => tx`select public.join_queue(${event}) as answer`)

/** Runs `run` for each item, so many at once. */
const each = async <T>(items: readonly T[], atOnce: number, run: (item: T) => Promise<void>): Promise<void> => {
  const left = [...items]
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      // oxlint-disable-next-line no-await-in-loop -- each does one thing after the other
      for (let item = left.pop(); item !== undefined; item = left.pop()) await run(item)
    }),
  )
}

/** Works queues as so many servers until `isOver`; returns how many steps they did. */
const work = async (isOver: () => boolean): Promise<number> => {
  const steps = await Promise.all(
    Array.from({ length: WORKERS }, async () => {
      let done = 0
      while (!isOver()) {
        // oxlint-disable-next-line no-await-in-loop -- one call after the other, as a server does
        const [row] = await shop.sql<{ steps: number }[]>`select private.work_queues() as steps`
        done += row!.steps
        // oxlint-disable-next-line no-await-in-loop -- as above
        await sleep(20)
      }
      return done
    }),
  )
  return steps.reduce((sum, one) => sum + one, 0)
}

const drawOf = async (event: string) => {
  const [draw] = await shop.sql<
    {
      seed: string
      seedHash: string
      list: string
      listHash: string
      order: string
      drawn: number
      lastPlace: number
    }[]
  >`
    select q.seed, q.seed_hash as "seedHash", public.queue_list(q.event_id) as list, q.list_hash as "listHash",
      private.queue_order(q.event_id) as "order", q.drawn, q.last_place as "lastPlace"
    from public.event_queues q where q.event_id = ${event}`
  return draw!
}

/** What every visitor can check: both hashes, and the order by them. */
const expectFairDraw = (draw: Awaited<ReturnType<typeof drawOf>>, label: string): void => {
  expect(sha(draw.seed), label).toBe(draw.seedHash)
  expect(sha(draw.list), label).toBe(draw.listHash)
  const codes = draw.list.split('\n').slice(0, -1)
  expect(codes, label).toEqual(codes.toSorted())
  expect(draw.drawn, label).toBe(codes.length)
  const keys = new Map(codes.map((code) => [code, sha(`${draw.seed}:${draw.listHash}:${code}`)]))
  const drawn = codes.toSorted((a, b) => (keys.get(a)! < keys.get(b)! ? -1 : 1))
  expect(draw.order.split('\n').slice(0, draw.drawn), label).toEqual(drawn)
}

it('loses no one who joins while the list is closed and drawn', { timeout: 600_000 }, async () => {
  const seed = stormSeed()
  const label = `STORM_SEED=${seed}`
  const random = seededRandom(seed)
  const ids = await people(size.people)
  const event = await newQueue(2500, null)
  const told = new Map<string, Entry>()
  let isOver = false
  const working = work(() => isOver)
  const start = performance.now()
  await each(ids, size.atOnce, async (person) => {
    await sleep(random(Math.ceil((3000 * size.atOnce * 2) / size.people)))
    const answer = await join(person, event)
    if (!('answer' in answer)) throw new Error(answer.refusal.code)
    told.set(person, answer.answer)
    // Some ask twice at once.
    if (random.once(5)) await Promise.all([join(person, event), join(person, event)])
  })
  const ms = performance.now() - start
  while ((await drawOf(event)).lastPlace < ids.length) await sleep(50)
  isOver = true
  expect(await working, `closed once and drawn once; ${label}`).toBe(2)

  const draw = await drawOf(event)
  expectFairDraw(draw, label)
  const listed = new Set(draw.list.split('\n').slice(0, -1))
  const order = draw.order.split('\n').slice(0, -1)
  console.log(
    `Queue: ${label}; ${ids.length} joins in ${Math.round(ms)} ms, ${draw.drawn} drawn, ${shop.retries()} deadlocks`,
  )
  expect(draw.drawn, 'some before the draw').toBeGreaterThan(0)
  expect(draw.drawn, 'and some after').toBeLessThan(ids.length)
  expect(draw.lastPlace, label).toBe(ids.length)
  expect(new Set(order).size, `places are unique and without gaps; ${label}`).toBe(ids.length)
  const wrong = [...told.values()].filter(
    ({ code, late, place }) =>
      late === listed.has(code) || !order.includes(code) || (place !== null && order[place - 1] !== code),
  )
  expect(wrong, `everyone is in the list or late, once, at the place they were given; ${label}`).toEqual([])
  expect(shop.retries(), 'no step waits for another in a circle').toBe(0)
})

it('lets no one hold before their turn while the rate changes', { timeout: 600_000 }, async () => {
  const seed = stormSeed()
  const label = `STORM_SEED=${seed}`
  const random = seededRandom(seed)
  const ids = await people(size.people)
  const walkers = await people(size.people / 5)
  const event = await newQueue(0, null)
  const category = await shop.category(event, size.people * 2)
  const seats = await shop.sql<{ seat: string }[]>`select seat from private.seats_of(${category})`
  const { sql } = shop
  await each(ids, size.atOnce, async (person) => void (await join(person, event)))
  let isOver = false
  const working = work(() => isOver)
  const letIn: number[] = []
  const rates = (async () => {
    while (!isOver) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await sql`select private.set_queue_rate(${event}, ${random(6) === 0 ? 0 : 600 + random(12_000)})`
      // oxlint-disable-next-line no-await-in-loop -- as above
      const [row] = await sql<{ n: number }[]>`
        select private.let_in(q) as n from public.event_queues q where q.event_id = ${event}`
      letIn.push(row!.n)
      // oxlint-disable-next-line no-await-in-loop -- as above
      await sleep(30)
    }
  })()
  const outcomes = new Map<string, number>()
  /** `by`: the database's clock after the answer had come. */
  const early: string[] = []
  const start = performance.now()
  await each([...ids, ...walkers], size.atOnce, async (person) => {
    const lines = [{ ticket_category_id: category, seats: [seats.pop()!.seat] }]
    const order = randomUUID()
    for (let tries = 0; ; tries += 1) {
      // oxlint-disable-next-line no-await-in-loop -- until it is their turn
      const answer = await shop.hold(person, order, lines)
      const what = 'answer' in answer ? 'held' : answer.refusal.code
      outcomes.set(what, (outcomes.get(what) ?? 0) + 1)
      if ('answer' in answer) {
        // oxlint-disable-next-line no-await-in-loop -- as above
        const [row] = await sql<{ in: boolean }[]>`
          select e.place <= private.let_in(q) as "in" from public.event_queues q
          left join private.queue_entries e on e.event_id = q.event_id and e.user_id = ${person} where q.event_id = ${event}`
        if (row?.in !== true) early.push(person)
        return
      }
      if (what !== 'not_your_turn') throw new Error(what)
      // oxlint-disable-next-line no-await-in-loop -- as above
      await sleep(20 + random(100))
    }
  })
  const ms = performance.now() - start
  isOver = true
  await Promise.all([working, rates])
  console.log(`Turns: ${label}; ${Math.round(ms)} ms, ${shop.retries()} deadlocks`, Object.fromEntries(outcomes))
  expect(early, `who holds is in; ${label}`).toEqual([])
  expect(outcomes.get('not_your_turn') ?? 0, 'some had to wait').toBeGreaterThan(0)
  expect(outcomes.get('held'), label).toBe(ids.length + walkers.length)
  expect(letIn, `no one who was in is out; ${label}`).toEqual(letIn.toSorted((a, b) => a - b))
  const [places] = await sql<{ n: number; most: number; last: number }[]>`
    select count(distinct e.place)::integer as n, max(e.place) as most, max(q.last_place) as last
    from private.queue_entries e join public.event_queues q on q.event_id = e.event_id where e.event_id = ${event}`
  expect(places, label).toEqual({
    n: ids.length + walkers.length,
    most: ids.length + walkers.length,
    last: ids.length + walkers.length,
  })
  expect(shop.retries(), 'no step waits for another in a circle').toBe(0)
})

it('draws 100,000 people', { timeout: 600_000 }, async () => {
  const { sql } = shop
  const many = 100_000
  const event = await newQueue(0, 100_000)
  // Statistics know nothing of those who join in the last minutes before a draw.
  await sql`alter table private.queue_entries set (autovacuum_enabled = off)`
  await sql`analyze private.queue_entries`
  await sql`
    insert into private.queue_entries (event_id, user_id, code)
    select ${event}, gen_random_uuid(), private.new_queue_code() from generate_series(1, ${many}) as n where n > 0`
  const timed = async <T>(what: string, run: () => Promise<T>): Promise<T> => {
    const start = performance.now()
    const answer = await run()
    console.log(`100,000 in a queue: ${what} ${Math.round(performance.now() - start)} ms`)
    return answer
  }
  await timed('count and close', () => sql`select private.work_queues()`)
  await sleep(1100)
  await timed('draw', () => sql`select private.work_queues()`)
  const draw = await timed('list and order', () => drawOf(event))
  expectFairDraw(draw, 'by hand')
  expect(draw).toMatchObject({ drawn: many, lastPlace: many })
  await timed('queue_state', () => sql`select public.queue_state(${event})`)
  const late = await people(size.people)
  await timed(`${late.length} late joins`, () =>
    each(late, size.atOnce, async (person) => {
      const answer = await join(person, event)
      if (!('answer' in answer)) throw new Error(answer.refusal.code)
    }),
  )
  await timed('places of those who got none at once', () => sql`select private.work_queues()`)
  expect((await drawOf(event)).lastPlace).toBe(many + late.length)
})
