/** What one second of the shop was. */
interface Second {
  at: number
  requests: number
  holds: number
  payments: number
  /** Answers of 500 and above, but for `busy`. */
  errors: number
  /** 429 and 503: the shop asked to wait. */
  busy: number
  /** Other answers of 400 and above. */
  refused: number
  /** Holds and payments that failed, 503 included; refusals and 429 are their senders'. */
  failed: number
  /** How long the holds that succeeded took, in ms. */
  holdMs: number[]
}

export interface Heard {
  /** Of an answer that was sent whole; 0 for one that its sender did not wait for. */
  status: number
  sender: string
}

export interface Sale {
  path: string
  status: number
  /** What the shop took for it, without a slow sender's upload and without waiting for one's other requests. */
  ms: number
}

const KEPT_SECONDS = 600
const MINUTE = 60
/** Times that are kept of one second: enough for a percentile, and no burst fills the memory. */
const MOST_TIMES = 200
const MOST_SENDERS = 200_000
const HOLD = '/rest/v1/rpc/hold_seats'
const PAYMENTS = new Set(['/rest/v1/rpc/submit_payment', '/rest/v1/rpc/take_free_order'])

const SUMS = ['requests', 'holds', 'payments', 'errors', 'busy', 'refused', 'failed'] as const

const empty = (at: number): Second => ({
  ...{ at, requests: 0, holds: 0, payments: 0, errors: 0, busy: 0, refused: 0, failed: 0 },
  holdMs: [],
})

/** What one process of the shop is just now. */
export interface Snapshot {
  minute: Omit<Second, 'at'>
  holds: { at: string; count: number }[]
  totals: Figures['totals']
  senders: number
  watchers: number
  waiting: number
  memory: number
}

/** Counts what this process answers, second by second for ten minutes. Costs no request anything that can be measured. */
export class Figures {
  readonly #clock: () => number
  readonly #seconds: Second[] = []
  /** Since the process began, for counters that only grow. */
  readonly totals = { requests: 0, holds: 0, payments: 0, errors: 0, busy: 0, refused: 0 }
  #senders = new Map<string, number>()

  constructor(clock: () => number = Date.now) {
    this.#clock = clock
  }

  count({ status, sender }: Heard): void {
    this.#add('requests')
    const kind = kindOf(status)
    if (kind !== null) this.#add(kind)
    if (this.#senders.size < MOST_SENDERS || this.#senders.has(sender)) this.#senders.set(sender, this.#second().at)
  }

  /** Counts a request of a sale by what the shop answered: nothing that a sender can make up by itself. */
  sale({ path, status, ms }: Sale): void {
    const isHold = path === HOLD
    if (!isHold && !PAYMENTS.has(path)) return
    const now = this.#second()
    if (status >= 500) now.failed += 1
    if (status >= 400) return
    this.#add(isHold ? 'holds' : 'payments')
    if (isHold && now.holdMs.length < MOST_TIMES) now.holdMs.push(ms)
  }

  #add(what: keyof Figures['totals']): void {
    this.#second()[what] += 1
    this.totals[what] += 1
  }

  /** Sums of the last so many seconds, the present one included. */
  last(seconds = MINUTE): Omit<Second, 'at'> {
    const from = this.#second().at - seconds
    const sum = empty(0)
    for (const one of this.#seconds) {
      if (one.at <= from) continue
      for (const name of SUMS) sum[name] += one[name]
      sum.holdMs.push(...one.holdMs)
    }
    const { at: _, ...sums } = sum
    return sums
  }

  /** Holds of each ten seconds of the last ten minutes, oldest first; `at` is when they began. */
  holds(): { at: string; count: number }[] {
    const step = 10
    const until = Math.floor(this.#second().at / step) * step
    const counts = new Map<number, number>()
    for (const { at, holds } of this.#seconds) {
      const began = Math.floor(at / step) * step
      counts.set(began, (counts.get(began) ?? 0) + holds)
    }
    return Array.from({ length: KEPT_SECONDS / step }, (_, n) => until - KEPT_SECONDS + step * (n + 1)).map((at) => ({
      at: new Date(at * 1_000).toISOString(),
      count: counts.get(at) ?? 0,
    }))
  }

  /** Addresses that asked for something within the last minute; a venue or carrier may share one. */
  senders(): number {
    const from = this.#second().at - MINUTE
    for (const [sender, at] of this.#senders) if (at <= from) this.#senders.delete(sender)
    return this.#senders.size
  }

  /** Everything at once. `watchers` and `waiting` are of those who answer them. */
  snapshot({ watchers, waiting }: { watchers: number; waiting: number }): Snapshot {
    const minute = this.last()
    return {
      minute: { ...minute, holdMs: minute.holdMs.slice(-MOST_TIMES) },
      holds: this.holds(),
      totals: this.totals,
      senders: this.senders(),
      ...{ watchers, waiting },
      memory: process.memoryUsage.rss(),
    }
  }

  #second(): Second {
    const at = Math.floor(this.#clock() / 1_000)
    const last = this.#seconds.at(-1)
    // A clock that was set back goes on in the same second.
    if (last && last.at >= at) return last
    const now = empty(at)
    this.#seconds.push(now)
    while (this.#seconds[0]!.at <= at - KEPT_SECONDS) this.#seconds.shift()
    return now
  }
}

function kindOf(status: number): 'errors' | 'busy' | 'refused' | null {
  if (status === 429 || status === 503) return 'busy'
  if (status >= 500) return 'errors'
  return status >= 400 ? 'refused' : null
}

/** Returns the quantile `part` (0 to 1) in ms; 0 of nothing. */
export function quantile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] ?? 0)
}
