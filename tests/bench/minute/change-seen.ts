import { setTimeout as sleep } from 'node:timers/promises'
import { atLeast, median, percentile, type Measure, type Report } from '../measure.ts'
import { Answers } from './answers.ts'
import { requireAvailability } from './availability.ts'
import { openHall, type Hall } from './hall.ts'
import { HttpPool } from './http-client.ts'
import { holdOf } from './requests.ts'
import { openShop, type ShopOfKind } from './shop-kinds.ts'
import { watch } from './watchers.ts'

export interface Crowd {
  watchers: number
  /** All have come after so long. */
  comeWithinMs: number
  /** A change is to be seen within so long. */
  limitMs: number
}

const CROWDS: Crowd[] = [
  { watchers: 1_000, comeWithinMs: 3_000, limitMs: 2_000 },
  { watchers: 10_000, comeWithinMs: 10_000, limitMs: 15_000 },
]
/** The share of pairs of watcher and change that are seen in time. */
const LEAST = 0.95
const SEATS = 2_000
/** After the last has come, before the first change. */
const SETTLE_MS = 3_000
export const CHANGES = 60
const CHANGE_EVERY_MS = 200
export const HEAD = [
  'watchers',
  'changes',
  'p50 s',
  'p95 s',
  'pause s, at most',
  'answers',
  'p50 ms',
  'p99 ms',
  'slowest ms',
]
/** Sockets that watchers share. */
const SOCKETS = 256

/** How soon watchers see that others hold seats, on PostgreSQL. */
export async function changeSeen(): Promise<Report> {
  const opened = await openShop('postgres', { TRUST_PROXY: '1' })
  try {
    const size = { categories: CROWDS.length, seatsEach: SEATS, customers: CHANGES * CROWDS.length }
    const hall = await opened.inDatabase((sql) => openHall(sql, size))
    await requireAvailability(opened.shop.url, hall.categories[0]!.id)
    const rows: string[][] = []
    const measures: Measure[] = []
    for (const [n, crowd] of CROWDS.entries()) {
      const found = await watchChanges(opened, hall, n, crowd)
      rows.push(found.row)
      measures.push(...found.measures)
    }
    return { tables: [{ title: 'Holds of others, seen by watchers, PostgreSQL', head: HEAD, rows }], measures }
  } finally {
    await opened.close()
  }
}

interface Found {
  row: string[]
  measures: Measure[]
}

/** Lets a crowd watch the nth category of a hall at `url` while others hold its seats at the shop. */
export async function watchChanges(
  { shop, secret }: Pick<ShopOfKind, 'shop' | 'secret'>,
  hall: Hall,
  n: number,
  crowd: Crowd,
  url = shop.url,
): Promise<Found> {
  const { watchers, comeWithinMs, limitMs } = crowd
  const { id: category, seats } = hall.categories[n]!
  const changes = Array.from({ length: CHANGES }, (_, at) => ({
    seats: seats.slice(at * 2, at * 2 + 2),
    user: hall.customers[n * CHANGES + at]!,
    madeAt: Number.NaN,
  }))
  const numberOf = new Map(changes.map((change, at) => [change.seats[0]!, at]))
  /** When each watcher saw each change; 0 while it has not. */
  const seenAt = new Float64Array(watchers * CHANGES)
  /** Seconds until the next question, of all answers. */
  const pauses: number[] = []
  const pool = new HttpPool(url, SOCKETS)
  const orders = new HttpPool(shop.url, 4)
  const answers = new Answers()
  let until = Number.POSITIVE_INFINITY
  try {
    const watching = Array.from({ length: watchers }, (_, number) =>
      watch(
        { number, category, comesAt: Math.random() * comeWithinMs },
        {
          ...{ pool, answers, until: () => until },
          onAnswer: (_watcher, answer) => {
            const now = performance.now()
            pauses.push(answer.again)
            for (const seat of answer.seats) {
              const at = numberOf.get(seat)
              if (at !== undefined) seenAt[number * CHANGES + at] ||= now
            }
          },
        },
      ),
    )
    await sleep(comeWithinMs + SETTLE_MS)
    for (const change of changes) {
      const { request } = holdOf({ user: change.user, secret }, { category, seats: change.seats })
      const held = await orders.ask(request)
      if (held.status !== 200) throw new Error(`A hold answered ${held.status}: ${held.body.toString()}`)
      change.madeAt = performance.now()
      await sleep(CHANGE_EVERY_MS)
    }
    until = performance.now() + limitMs
    await Promise.race([Promise.all(watching), sleep(limitMs)])
    const waits = waitsOf(
      seenAt,
      changes.map(({ madeAt }) => madeAt),
    )
    return report(crowd, waits, pauses, answers)
  } finally {
    pool.close()
    orders.close()
  }
}

/** Returns the ms until each pair was seen, in order; a change may be seen before the one who made it has the answer. */
const waitsOf = (seenAt: Float64Array, madeAt: readonly number[]): Float64Array =>
  seenAt.map((at, pair) => (at === 0 ? Number.POSITIVE_INFINITY : Math.max(0, at - madeAt[pair % CHANGES]!))).sort()

function report({ watchers, limitMs }: Crowd, waits: Float64Array, pauses: number[], answers: Answers): Found {
  const share = waits.filter((ms) => ms <= limitMs).length / waits.length
  const secondsAt = (part: number): string => (waits[Math.ceil(part * waits.length) - 1]! / 1_000).toFixed(1)
  const many = `${watchers.toLocaleString('en')} watchers`
  return {
    row: [
      watchers.toLocaleString('en'),
      String(CHANGES),
      secondsAt(0.5),
      secondsAt(0.95),
      `${median(pauses)}, ${percentile(pauses, 1)}`,
      ...answers.rows[0]!.slice(1),
    ],
    measures: [
      atLeast(
        `${many}: changes seen within ${limitMs / 1_000} s`,
        share,
        LEAST,
        (part) => `${(part * 100).toFixed(1)} %`,
      ),
      ...answers.measures(many),
    ],
  }
}
