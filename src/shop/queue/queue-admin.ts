/** An event's queue as admins see it (supabase/schema/49-queues.sql). */
export interface AdminQueue {
  /** As the database wrote them: a time that does not change has to go back exactly. */
  joinsFrom: string
  opensAt: string
  /** People let in a minute, as an admin said; null: as many as the shop bears. */
  perMinute: number | null
  /** People let in a minute now. */
  rate: number
  /** SHA-256 in hexadecimal digits, as `listHash`. */
  seedHash: string
  listHash: string | null
  /** ISO instants; null until then. */
  listedAt: string | null
  drawnAt: string | null
  endedAt: string | null
  /** Public after the draw. */
  seed: string | null
  /** People, in all; before the draw as last counted, large queues every twenty seconds. */
  joined: number
  /** People whose place the draw gave; the others came later. */
  drawn: number | null
  letIn: number
  /** The server's time of this answer, an ISO instant. */
  at: string
}

/** What an admin says of a queue. */
export type QueueTimes = Pick<AdminQueue, 'joinsFrom' | 'opensAt' | 'perMinute'>

/** A limit of the database. */
export const MAX_A_MINUTE = 100_000

type QueuePhase = 'before' | 'joining' | 'drawing' | 'letting in' | 'ended'

export function phaseOf(queue: Pick<AdminQueue, 'joinsFrom' | 'opensAt' | 'drawnAt' | 'endedAt' | 'at'>): QueuePhase {
  if (queue.endedAt !== null) return 'ended'
  if (queue.drawnAt !== null) return 'letting in'
  const now = Date.parse(queue.at)
  if (now >= Date.parse(queue.opensAt)) return 'drawing'
  return now >= Date.parse(queue.joinsFrom) ? 'joining' : 'before'
}

/** What an admin may still do, as the database refuses the rest. */
interface QueueRules {
  joinsFrom: boolean
  /** `later`: people count on having time to join until then. */
  opensAt: 'any' | 'later' | 'no'
  perMinute: boolean
  end: boolean
  remove: boolean
}

export function rulesOf(queue: Pick<AdminQueue, 'joinsFrom' | 'listedAt' | 'endedAt' | 'at'>): QueueRules {
  const runs = queue.endedAt === null
  const isOpen = Date.parse(queue.joinsFrom) <= Date.parse(queue.at)
  return {
    joinsFrom: runs && !isOpen,
    opensAt: !runs || queue.listedAt !== null ? 'no' : isOpen ? 'later' : 'any',
    perMinute: runs,
    end: runs,
    remove: !isOpen,
  }
}

/** People with a place who are not let in yet; 0 before the draw, which gives the places. */
export const waitingOf = (queue: Pick<AdminQueue, 'joined' | 'letIn' | 'drawnAt'>): number =>
  queue.drawnAt === null ? 0 : Math.max(0, queue.joined - queue.letIn)

interface OnSale {
  name: string
  /** ISO instants; null: no bound. */
  saleFrom: string | null
  saleUntil: string | null
}

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** Joining opens after now: time to fill in the form. */
const SOON_MS = 10 * MINUTE_MS

const fullMinute = (at: number): number => Math.ceil(at / MINUTE_MS) * MINUTE_MS

/** Returns the times (ms) that a new queue is offered with: the first opening of a sale to come, and a day before it, or
 * soon where that is past. Null where there is none. */
export function usualTimes(
  categories: readonly OnSale[],
  now: number,
): { joinsFrom: number | null; opensAt: number | null } {
  const openings = categories.flatMap(({ saleFrom }) => (saleFrom === null ? [] : [Date.parse(saleFrom)]))
  const opensAt = fullMinute(Math.min(...openings.filter((at) => at > now)))
  if (!Number.isFinite(opensAt)) return { joinsFrom: null, opensAt: null }
  const joinsFrom = Math.max(opensAt - DAY_MS, fullMinute(now + SOON_MS))
  return { joinsFrom: joinsFrom < opensAt ? joinsFrom : null, opensAt }
}

/** Names of categories whose sale does not open with the queue. */
export interface SaleConcerns {
  /** On sale now: the queue stops their sale until the draw. */
  stopped: string[]
  /** Their sale would open before the queue does. */
  earlier: string[]
  /** Not sold yet when the first people are let in. */
  later: string[]
}

/** Compares to the minute, as forms show. `opensAt` and `now` in ms. */
export function concernsOf(categories: readonly OnSale[], opensAt: number, now: number): SaleConcerns {
  const concerns: SaleConcerns = { stopped: [], earlier: [], later: [] }
  for (const { name, saleFrom, saleUntil } of categories) {
    const from = saleFrom === null ? -Infinity : Date.parse(saleFrom)
    if (saleUntil !== null && Date.parse(saleUntil) <= now) continue
    if (from <= now) concerns.stopped.push(name)
    else if (from <= opensAt - MINUTE_MS) concerns.earlier.push(name)
    else if (from >= opensAt + MINUTE_MS) concerns.later.push(name)
  }
  return concerns
}
