import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Sql } from '../../../server/database/database.ts'
import { faultsOfBooks } from '../../storm/sale-books.ts'
import { noFault, type Report } from '../measure.ts'
import { Answers } from './answers.ts'
import { requireAvailability } from './availability.ts'
import { Buyers } from './buyers.ts'
import { openHall } from './hall.ts'
import { HttpPool } from './http-client.ts'
import { NAMES, openShop, serverMemory, type Kind } from './shop-kinds.ts'
import { filesOfPage, visit } from './strangers.ts'
import { addressOf, watch } from './watchers.ts'

interface Crowd {
  kind: Kind
  /** They look at the seats all the time. */
  watchers: number
  buyers: number
  /** Their devices have nothing of the shop. */
  strangers: number
}

export const CROWDS = {
  postgres: { kind: 'postgres', watchers: 10_000, buyers: 2_000, strangers: 0 },
  embedded: { kind: 'embedded', watchers: 1_000, buyers: 200, strangers: 0 },
  strangers: { kind: 'postgres', watchers: 0, buyers: 2_000, strangers: 20_000 },
} satisfies Record<string, Crowd>
const CATEGORIES = 4
const SEATS = 2_000
const SCENE_MS = 60_000
/** All have come after so long, half of them after a quarter of it. */
const COME_WITHIN_MS = 40_000
/** Sockets that watchers share, and those that buyers share. */
const SOCKETS = 256
/** So that no stranger has the address of a buyer. */
const STRANGERS_FROM = 100_000

/** The first minute of a sale, as the people before it see it. */
export async function scene(crowd: Crowd): Promise<Report> {
  const { kind } = crowd
  const opened = await openShop(kind, { TRUST_PROXY: '1' })
  const { shop, secret } = opened
  const pools = [new HttpPool(shop.url, SOCKETS), new HttpPool(shop.url, SOCKETS)] as const
  try {
    const size = { categories: CATEGORIES, seatsEach: SEATS / CATEGORIES, customers: crowd.buyers }
    const hall = await opened.inDatabase((sql) => openHall(sql, size))
    await requireAvailability(shop.url, hall.categories[0]!.id)
    const answers = new Answers()
    const before = serverMemory(shop)
    let most = before
    const memory = setInterval(() => (most = Math.max(most, serverMemory(shop))), 1_000)
    const cpu = process.cpuUsage()
    const began = performance.now()
    const delay = monitorEventLoopDelay()
    delay.enable()
    const end = began + SCENE_MS
    const buyers = new Buyers(hall, pools[1], answers, end)
    const comesAt = (): number => COME_WITHIN_MS * Math.random() ** 2
    const watching = { pool: pools[0], answers, page: `/events/${hall.event}`, until: () => end }
    const files = filesOfPage()
    try {
      await Promise.all([
        ...hall.customers.map((user, n) =>
          buyers.buy({ user, secret, address: addressOf(crowd.watchers + n) }, comesAt()),
        ),
        ...Array.from({ length: crowd.strangers }, (_, number) => {
          const category = hall.categories[number % CATEGORIES]!.id
          return visit(
            { number: STRANGERS_FROM + number, category, comesAt: SCENE_MS * Math.random() },
            watching,
            files,
          )
        }),
        ...Array.from({ length: crowd.watchers }, (_, number) =>
          watch({ number, category: hall.categories[number % CATEGORIES]!.id, comesAt: comesAt() }, watching),
        ),
      ])
    } finally {
      clearInterval(memory)
      delay.disable()
    }
    const { user, system } = process.cpuUsage(cpu)
    const cores = (user + system) / 1_000 / (performance.now() - began)
    const faults = await opened.inDatabase((sql) => faultsAfter(sql, buyers.payments))
    const people = (['watchers', 'buyers', 'strangers'] as const).filter((who) => crowd[who] > 0)
    const where = [...people.map((who) => `${crowd[who].toLocaleString('en')} ${who}`), NAMES[kind]].join(', ')
    const rest = [
      `${Math.round(before)} MB, at most ${Math.round(most)} MB`,
      [...buyers.ends].map(([what, count]) => `${count} ${what}`).join(', '),
      String(buyers.chosenAgain),
      `${cores.toFixed(2)} cores, ${(delay.percentile(99) / 1e6).toFixed(0)} ms late (p99)`,
    ]
    return {
      tables: [
        {
          title: `One minute: ${where}`,
          head: ['', 'answers', 'p50 ms', 'p99 ms', 'slowest ms'],
          rows: answers.rows,
        },
        {
          title: `What came of it, ${NAMES[kind]}`,
          head: ['the server’s memory', 'buyers', 'seats chosen again', 'the load itself'],
          rows: [rest],
        },
      ],
      measures: [...answers.measures(where), noFault(`${where}: faults in the books`, faults)],
    }
  } finally {
    for (const pool of pools) pool.close()
    await opened.close()
  }
}

/** Compares what was sent and acknowledged with what is stored, and the books with themselves. */
export async function faultsAfter(sql: Sql, payments: Buyers['payments']): Promise<string[]> {
  const faults = await faultsOfBooks((text) => sql.query(text))
  const stored = await sql.query<{ order: string; seats: string[] }>(
    `select p.order_id::text as "order", jsonb_agg(c.seat) as seats from public.payments p
      left join public.seat_claims c on c.payment_id = p.id and c.state = 'under_review' group by 1`,
  )
  for (const { order, seats } of stored) {
    const sent = payments.get(order)
    if (!sent) faults.push(`the payment of order ${order} was never sent`)
    else if (seats.toSorted().join() !== sent.seats.toSorted().join())
      faults.push(`order ${order} has ${seats.join()} instead of ${sent.seats.join()}`)
  }
  const known = new Set(stored.map(({ order }) => order))
  for (const [order, { acknowledged }] of payments)
    if (acknowledged && !known.has(order)) faults.push(`the acknowledged payment of order ${order} is missing`)
  return faults
}
