import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '../../../server/database/database.ts'
import { nextAsk, type QueueEntry, type QueueState as PhoneState } from '../../../src/shop/queue/queue.ts'
import { noFault, type Report } from '../measure.ts'
import { Answers } from './answers.ts'
import { textOf } from './availability.ts'
import { Buyers } from './buyers.ts'
import { openHall, type Hall } from './hall.ts'
import { encode, HttpPool } from './http-client.ts'
import { joinOf, listOf, openQueue, placeOf, stateIn, stateOf, type QueueState } from './queue-requests.ts'
import { holdOf, from, type Person } from './requests.ts'
import { faultsAfter } from './scene.ts'
import { openShop, serverMemory, type ShopOfKind } from './shop-kinds.ts'
import { addressOf, PAGE } from './watchers.ts'

const PEOPLE = 20_000
const CATEGORIES = 4
const SEATS = 2_000
/** They join within so long; the draw is a little later. */
const JOIN_WITHIN_MS = 60_000
const OPENS_AFTER_S = 66
/** One of so many does not wait, and tries to hold first. */
const PUSHERS = 50
/** From the draw on; a sale that takes longer is a fault. */
const SOLD_WITHIN_MS = 360_000
/** After the last seat people still ask for so long. */
const AFTERWARDS_MS = 5_000
const SOCKETS = 256
const RETRY_MS = 2_000
/** Places that are surely not let in a moment later. */
const FAR_FROM_IN = 500

/** Someone in the queue, and what the shop told them. */
interface Visitor {
  person: Person
  code: string | null
  place: number | null
}

/**
 * A hall of 2,000 seats with 20,000 people at its door: they join a queue, the order is drawn, as many are let in as the
 * shop bears, and buy until the hall is full. Then the draw is recomputed from what is public.
 */
export async function door(): Promise<Report> {
  const opened = await openShop('postgres', { TRUST_PROXY: '1' })
  const { shop, secret } = opened
  const pools = [new HttpPool(shop.url, SOCKETS), new HttpPool(shop.url, SOCKETS)] as const
  const answers = new Answers()
  try {
    const hall = await opened.inDatabase((sql) =>
      openHall(sql, { categories: CATEGORIES, seatsEach: SEATS / CATEGORIES, customers: PEOPLE }),
    )
    await opened.inDatabase((sql) => openQueue(sql, hall.event, OPENS_AFTER_S))
    const [pool] = pools
    const promised = stateIn(await pool.ask(stateOf(hall.event)))
    const end = performance.now() + OPENS_AFTER_S * 1_000 + SOLD_WITHIN_MS
    const buyers = new Buyers(hall, pools[1], answers, end, false)
    const visitors = hall.customers.map((user, n): Visitor => ({
      person: { user, secret, address: addressOf(n) },
      ...{ code: null, place: null },
    }))
    let over = false
    let most = 0
    let soldOutMs = Number.NaN
    const opensAt = performance.now() + OPENS_AFTER_S * 1_000
    const watch = (async () => {
      while (!over && performance.now() < end) {
        most = Math.max(most, serverMemory(shop))
        if (Number.isNaN(soldOutMs) && (await seatsLeft(opened, hall)) === 0) {
          soldOutMs = performance.now() - opensAt
          await sleep(AFTERWARDS_MS)
          over = true
        }
        await sleep(1_000)
      }
      over = true
    })()
    const coming = { pool, answers, buyers, event: hall.event, category: hall.categories[0]!, isOver: () => over }
    await Promise.all([...visitors.map((one, n) => come(one, n, coming)), watch])
    const list = textOf(await pool.ask(listOf(hall.event)))
    const drawn = stateIn(await pool.ask(stateOf(hall.event)))
    const unfair = faultsOfDraw(promised, drawn, JSON.parse(list) as string, visitors)
    const faults = await opened.inDatabase(async (sql) => [
      ...(await faultsAfter(sql, buyers.payments)),
      ...(await holdersBeforeTurn(sql, hall.event)),
    ])
    const where = `${PEOPLE.toLocaleString('en')} at the door of ${SEATS.toLocaleString('en')} seats`
    const sold = Number.isFinite(soldOutMs)
    return {
      tables: [
        { title: `${where}, PostgreSQL`, head: ['', 'answers', 'p50 ms', 'p99 ms', 'slowest ms'], rows: answers.rows },
        {
          title: 'What came of it',
          head: ['sold out after', 'let in', 'a minute at last', 'let in and decided', 'the server’s memory, at most'],
          rows: [
            [
              sold ? `${Math.round(soldOutMs / 1_000)} s` : 'never',
              drawn.let_in.toLocaleString('en'),
              drawn.rate.toLocaleString('en'),
              [...buyers.ends].map(([what, count]) => `${count} ${what}`).join(', '),
              `${Math.round(most)} MB`,
            ],
          ],
        },
      ],
      measures: [
        { what: `${where}: sold out`, value: sold ? 'yes' : 'no', bar: 'yes', ok: sold },
        ...answers.measures(where),
        noFault(`${where}: places that the public draw does not give`, unfair),
        noFault(`${where}: faults in the books`, faults),
      ],
    }
  } finally {
    for (const pool of pools) pool.close()
    await opened.close()
  }
}

interface Coming {
  pool: HttpPool
  answers: Answers
  buyers: Buyers
  event: string
  category: Hall['categories'][number]
  isOver(): boolean
}

/** Opens the event's page, joins, asks for the queue's state when the last answer said, buys when it is their turn. */
async function come(visitor: Visitor, n: number, coming: Coming): Promise<void> {
  const { pool, answers, buyers, event, isOver } = coming
  const { person } = visitor
  await sleep(Math.random() * JOIN_WITHIN_MS)
  await answers.note(
    'event page',
    pool.ask(encode({ path: `/events/${event}`, headers: { ...PAGE, ...from(person.address) } })),
  )
  if (n % PUSHERS === 0) await pushes(person, coming)
  const joined = await answers.note('join', pool.ask(joinOf(person, event)))
  if (joined?.status !== 200) return
  let pushed = false
  visitor.code = (JSON.parse(joined.body.toString()) as { code: string }).code
  while (!isOver()) {
    const reply = await answers.note('state', pool.ask(stateOf(event, person.address)))
    const state = reply?.status === 200 ? stateIn(reply) : null
    if (state?.drawn_at && visitor.place === null) {
      const place = await answers.note('place', pool.ask(placeOf(event, visitor.code, person.address)))
      if (place?.status === 200) visitor.place = JSON.parse(place.body.toString()) as number | null
    }
    if (state && visitor.place !== null && visitor.place <= state.let_in) return buyers.buy(person, 0)
    if (n % PUSHERS === 0 && !pushed && state && (visitor.place ?? 0) > state.let_in + FAR_FROM_IN) {
      pushed = true
      await pushes(person, coming)
    }
    await sleep(state ? nextAsk(phoneState(state), entryOf(visitor), Date.parse(state.at), Math.random()) : RETRY_MS)
  }
}

/** Tries to hold before one's turn, which is refused. */
async function pushes(person: Person, { pool, answers, category }: Coming): Promise<void> {
  const { request } = holdOf(person, { category: category.id, seats: category.seats.slice(0, 2) })
  const reply = await answers.note('hold before one’s turn', pool.ask(request), [403])
  if (reply?.status === 403 && !reply.body.includes('not_your_turn')) answers.fault('a hold refused for another reason')
}

/** As the pages' code reads it. */
const phoneState = (state: QueueState): PhoneState => ({
  ...{ eventId: '', seedHash: state.seed_hash, listHash: state.list_hash, seed: state.seed, drawn: state.drawn },
  ...{ joinsFrom: state.joins_from, opensAt: state.opens_at, at: Date.parse(state.at), drawnAt: state.drawn_at },
  ...{ joined: 0, lastPlace: 0, letIn: state.let_in, rate: state.rate, endedAt: null, again: state.again },
})

const entryOf = ({ code, place }: Visitor): QueueEntry => ({ code: code ?? '', place, late: false, joinedAt: '' })

async function seatsLeft({ inDatabase }: ShopOfKind, { event }: Hall): Promise<number> {
  const [row] = await inDatabase((sql) =>
    sql.query<{ sold: number }>(
      `select count(*)::integer as sold from public.seat_claims where event_id = $1 and state in ('under_review', 'sold')`,
      [event],
    ),
  )
  return SEATS - row!.sold
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Recomputes the order from the seed and the list, and compares it with every place that the shop told. */
function faultsOfDraw(before: QueueState, after: QueueState, list: string, visitors: readonly Visitor[]): string[] {
  const faults: string[] = []
  if (after.seed_hash !== before.seed_hash || sha256(after.seed ?? '') !== before.seed_hash)
    faults.push('the seed is not the one whose hash was public before')
  if (sha256(list) !== after.list_hash) faults.push('the list is not the one whose hash was public')
  const codes = list.split('\n').filter(Boolean)
  const key = `${after.seed}:${after.list_hash}:`
  const order = codes.map((code) => ({ code, hash: sha256(key + code) })).sort((a, b) => (a.hash < b.hash ? -1 : 1))
  const placeOfCode = new Map(order.map(({ code }, n) => [code, n + 1]))
  if (codes.length !== visitors.length) faults.push(`${codes.length} codes of ${visitors.length} people`)
  const told = visitors.filter(({ place }) => place !== null)
  if (told.length < visitors.length) faults.push(`${visitors.length - told.length} people never read their place`)
  const wrong = told.filter(({ code, place }) => placeOfCode.get(code ?? '') !== place)
  if (wrong.length > 0) faults.push(`${wrong.length} people were told another place`)
  return faults
}

/** All who have a seat are let in by now. */
async function holdersBeforeTurn(sql: Sql, event: string): Promise<string[]> {
  const rows = await sql.query<{ user: string }>(
    `select c.user_id as "user" from public.seat_claims c
      join public.event_queues q on q.event_id = c.event_id
      left join private.queue_entries e on e.event_id = c.event_id and e.user_id = c.user_id
      where c.event_id = $1 and c.user_id is not null and (e.place is null or e.place > private.let_in(q))`,
    [event],
  )
  return rows.length === 0 ? [] : [`${rows.length} seats of people who were not let in`]
}
