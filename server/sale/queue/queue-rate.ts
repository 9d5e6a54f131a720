import type { Database } from '../../database/database.ts'
import { every } from '../../every.ts'
import { quantile, type Figures, type Snapshot } from '../figures.ts'

const EVERY_MS = 15_000
const LOOK_BACK_SECONDS = 30
/** People a minute. */
const LEAST = 60
const MOST = 3_000
const FASTER = 1.2
const SLOWER = 0.6
/** Ms that 95 of 100 holds may take: below the first more people are let in, above the second fewer. */
const EASY_MS = 300
const HARD_MS = 1_000

/** One in so many holds and payments may fail. */
const FAILED = 50

/**
 * Of holds and payments alone: what else a sender asks, or is refused, says nothing about the sale, and must not make
 * everybody wait.
 */
export interface Load {
  /** Of the last half minute; 0 when nothing was held. */
  holdMs: number
  holds: number
  failed: number
}

/** Returns how many people a minute to let in next, where the operator leaves the rate to the shop. */
export function nextRate(rate: number, { holdMs, holds, failed }: Load): number {
  if (failed * FAILED > holds || holdMs > HARD_MS) return Math.max(LEAST, Math.floor(rate * SLOWER))
  if (holdMs < EASY_MS) return Math.max(rate, Math.min(MOST, Math.ceil(rate * FASTER)))
  return rate
}

/**
 * Sets the rate of each queue that lets people in and has none of an admin, by the holds of this server and of its fronts,
 * which report a minute. Returns a stop function.
 */
export const startQueueRate = (
  database: Pick<Database, 'query'>,
  figures: Figures,
  fronts: { readonly latest: [id: string, snapshot: Snapshot][] },
): (() => Promise<void>) =>
  every(EVERY_MS, 'The rate of a queue could not be set', async () => {
    const open = await database.query<{ event_id: string; rate: number }>(
      `select q.event_id, q.rate from public.event_queues q
        where q.drawn_at is not null and q.ended_at is null and q.per_minute is null and private.let_in(q) < q.last_place`,
    )
    const all = [figures.last(LOOK_BACK_SECONDS), ...fronts.latest.map(([, { minute }]) => minute)]
    const sum = (of: 'holds' | 'failed'): number => all.reduce((total, one) => total + one[of], 0)
    const holdMs = all.flatMap((one) => one.holdMs)
    const load = { holdMs: quantile(holdMs, 0.95), holds: sum('holds'), failed: sum('failed') }
    for (const { event_id, rate } of open)
      await database.query('select private.set_queue_rate($1, $2)', [event_id, nextRate(rate, load)])
  })
