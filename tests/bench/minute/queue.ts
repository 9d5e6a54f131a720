import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '../../../server/database/database.ts'
import { within, type Report } from '../measure.ts'
import { Answers } from './answers.ts'
import { openHall, type Hall } from './hall.ts'
import { HttpPool } from './http-client.ts'
import { openQueue, stateIn, stateOf } from './queue-requests.ts'
import { holdOf } from './requests.ts'
import { openShop, type ShopOfKind } from './shop-kinds.ts'
import { addressOf } from './watchers.ts'

const WAITING = 100_000
const SOCKETS = 128
/** All have come after so long. */
const COME_WITHIN_MS = 60_000
/** One measurement of the database's work, beside a steady sale. */
const PHASE_MS = 20_000
const HOLDS_A_SECOND = 40
const PHASES = 4
/** After an answer that failed. */
const RETRY_SECONDS = 2
const HOUR_S = 3_600
const MOST_WORK = 1.05
const MOST_DRAW_MS = 5_000
const DRAW_PATIENCE_MS = 60_000

/**
 * What 100,000 people who wait cost the database, beside a steady sale of another event, and how soon their order is
 * drawn. Only on Linux: the work is the processor time of PostgreSQL's processes.
 */
export async function queue(): Promise<Report> {
  const opened = await openShop('postgres', { TRUST_PROXY: '1' })
  try {
    const customers = (PHASES * PHASE_MS * HOLDS_A_SECOND) / 1_000
    const sold = await opened.inDatabase((sql) => openHall(sql, { categories: 1, seatsEach: customers * 2, customers }))
    const rushed = await opened.inDatabase((sql) => openHall(sql, { categories: 1, seatsEach: 2_000, customers: 1 }))
    await opened.inDatabase((sql) => openQueue(sql, rushed.event, HOUR_S))
    const lanes = sale(opened, sold)
    // The first only warms up.
    await lanes.work()
    const before = await lanes.work()
    await opened.inDatabase(fillQueue(rushed.event))
    const crowd = wait(opened, rushed.event)
    await sleep(COME_WITHIN_MS)
    const meanwhile = await lanes.work()
    const drawMs = await draw(opened, rushed.event)
    crowd.end()
    const after = await lanes.work()
    lanes.close()
    const work = meanwhile.seconds / ((before.seconds + after.seconds) / 2)
    const seconds = ({ seconds }: Work): string => seconds.toFixed(2)
    return {
      tables: [
        {
          title: `Processor seconds of PostgreSQL in ${PHASE_MS / 1_000} s with ${HOLDS_A_SECOND} holds a second`,
          head: [
            '',
            'before',
            `${WAITING.toLocaleString('en')} wait`,
            'afterwards, none waits',
            'answers to the waiting',
          ],
          rows: [['', seconds(before), seconds(meanwhile), seconds(after), crowd.answers.rows[0]?.[1] ?? '0']],
        },
      ],
      measures: [
        within(`the database’s work with ${WAITING.toLocaleString('en')} waiting : with none`, work, MOST_WORK),
        within(
          `from the opening to the draw of ${WAITING.toLocaleString('en')}, published`,
          drawMs,
          MOST_DRAW_MS,
          (ms) => `${(ms / 1_000).toFixed(1)} s`,
        ),
        ...crowd.answers.measures(`${WAITING.toLocaleString('en')} waiting`),
      ],
    }
  } finally {
    await opened.close()
  }
}

interface Work {
  /** Processor time of all processes of PostgreSQL. */
  seconds: number
}

/** A steady sale: so many holds a second, each of another customer. */
function sale({ shop, secret }: ShopOfKind, hall: Hall): { work(): Promise<Work>; close(): void } {
  const pool = new HttpPool(shop.url, 8)
  const { id: category, seats } = hall.categories[0]!
  let next = 0
  const hold = async (): Promise<void> => {
    const at = next++
    const person = { user: hall.customers[at]!, secret }
    const { status, body } = await pool.ask(
      holdOf(person, { category, seats: seats.slice(at * 2, at * 2 + 2) }).request,
    )
    if (status !== 200) throw new Error(`A hold answered ${status}: ${body.toString()}`)
  }
  return {
    close: () => pool.close(),
    work: async () => {
      const before = processorSeconds()
      const held: Promise<void>[] = []
      for (let n = 0; n < (PHASE_MS * HOLDS_A_SECOND) / 1_000; n += 1) {
        held.push(hold())
        await sleep(1_000 / HOLDS_A_SECOND)
      }
      await Promise.all(held)
      return { seconds: processorSeconds() - before }
    },
  }
}

const fillQueue =
  (event: string) =>
  async (sql: Sql): Promise<void> => {
    await sql.query(
      `insert into private.queue_entries (event_id, user_id, code)
        select $1, gen_random_uuid(), private.new_queue_code() from generate_series(1, $2::integer)
        on conflict do nothing`,
      [event, WAITING],
    )
    // Each by itself: together they would be one transaction.
    await sql.run('vacuum (analyze) private.queue_entries')
    await sql.run('checkpoint')
  }

/** People who do nothing but wait: each asks for the state when the last answer said. */
function wait({ shop }: ShopOfKind, event: string): { answers: Answers; end(): void } {
  const pool = new HttpPool(shop.url, SOCKETS)
  const answers = new Answers()
  // Ten people share an address; one request for them, encoded once.
  const requests = Array.from({ length: Math.ceil(WAITING / 10) }, (_, n) => stateOf(event, addressOf(n * 10)))
  let over = false
  const one = async (n: number): Promise<void> => {
    if (over) return
    const reply = await answers.note('state', pool.ask(requests[Math.floor(n / 10)]!))
    const again = reply?.status === 200 ? stateIn(reply).again : RETRY_SECONDS
    if (!over) setTimeout(() => void one(n), again * 1_000 * (0.9 + 0.2 * Math.random())).unref()
  }
  for (let n = 0; n < WAITING; n += 1) setTimeout(() => void one(n), Math.random() * COME_WITHIN_MS).unref()
  return {
    answers,
    end: () => {
      over = true
      pool.close()
    },
  }
}

/** Opens the sale now. Returns the ms until the answer that shows the seed. */
async function draw({ shop, inDatabase }: ShopOfKind, event: string): Promise<number> {
  const pool = new HttpPool(shop.url, 1)
  try {
    await inDatabase((sql) => sql.query('update public.event_queues set opens_at = now() where event_id = $1', [event]))
    const began = performance.now()
    for (;;) {
      const drawn = stateIn(await pool.ask(stateOf(event))).drawn_at !== null
      const ms = performance.now() - began
      if (drawn || ms > DRAW_PATIENCE_MS) return ms
      await sleep(100)
    }
  } finally {
    pool.close()
  }
}

function processorSeconds(): number {
  let nanoseconds = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      // The first number is exact (docs.kernel.org/scheduler/sched-stats.html); the times of /proc/…/stat are samples.
      if (readFileSync(`/proc/${name}/comm`, 'utf8').trim() === 'postgres')
        nanoseconds += Number(readFileSync(`/proc/${name}/schedstat`, 'utf8').split(' ')[0])
    } catch {
      // It has ended meanwhile.
    }
  }
  return nanoseconds / 1e9
}
