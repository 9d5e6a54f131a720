import type { Failure } from '#platform/failure/failure.ts'
import { backoff } from '#platform/time/backoff.ts'

/** Rows sent alone after a server failure, to learn whether the server works at all. */
const MAX_PROBES = 2
/** A row that failed alone this often is set aside even if no other row has passed. */
const MAX_LONE_FAILURES = 3

/** `since`: device clock, milliseconds. */
interface Pause {
  since: number
  ms: number
}
// A clock that was set back must not extend the pause by days.
function isOver({ since, ms }: Pause): boolean {
  const gone = Date.now() - since
  return gone < 0 || gone >= ms
}
const pause = (times: number): Pause => ({ since: Date.now(), ms: backoff(times) })

/** `stop`: other batches would fail as well now. */
interface Outcome {
  failure: Failure | null
  stop: boolean
}

export interface BatchSender<T> {
  /** The failure that pauses sending; null when sending may be tried. */
  resting(): Failure | null
  /** Sends the rows in batches, in order. Null when all have been answered, else the first failure. */
  send(rows: readonly T[]): Promise<Failure | null>
}

/**
 * Sends rows in batches. Finds a bad row by halving, sets it aside and retries it alone: it does not block others.
 * Halves after a server failure only if one row alone passes; else sending pauses, with backoff.
 */
export function batchSender<T extends { id: string }>(
  most: number,
  post: (batch: readonly T[]) => Promise<Failure | null>,
  refuse: (row: T, failure: Failure) => Promise<void>,
): BatchSender<T> {
  let rest: (Pause & { failure: Failure }) | null = null
  let failedInARow = 0
  /** Rows that failed alone on a working server, or too often: sent alone after the others, each with its own pause. */
  const aside = new Map<string, Pause & { times: number }>()
  /** How often a row failed alone: the next probe uses another row. */
  const lone = new Map<string, number>()
  let works = false

  const setAside = (row: T): void => {
    const times = (aside.get(row.id)?.times ?? 0) + 1
    aside.set(row.id, { ...pause(times), times })
  }
  const stop = (failure: Failure): Outcome => {
    if (failure.code === 'server' || failure.code === 'rate_limited') rest = { ...pause((failedInARow += 1)), failure }
    return { failure, stop: true }
  }
  const passed = (batch: readonly T[]): void => {
    works = true
    failedInARow = 0
    rest = null
    for (const { id } of batch) {
      aside.delete(id)
      lone.delete(id)
    }
  }

  async function attempt(batch: readonly T[]): Promise<Outcome> {
    const [first] = batch
    if (!first) return { failure: null, stop: false }
    const failure = await post(batch)
    if (failure === null) {
      passed(batch)
      return { failure, stop: false }
    }
    if (failure.code === 'invalid' || failure.code === 'file_refused') {
      works = true
      if (batch.length > 1) return halves(batch)
      await refuse(first, failure)
      return { failure: null, stop: false }
    }
    if (failure.code !== 'server') return stop(failure)
    const worked = works
    works = false
    if (batch.length > 1) return probe(batch, failure)
    // A failed row from `aside` says nothing about the server: only that row waits.
    if (aside.has(first.id)) {
      setAside(first)
      return { failure, stop: !worked }
    }
    const times = (lone.get(first.id) ?? 0) + 1
    lone.set(first.id, times)
    if (worked || times >= MAX_LONE_FAILURES) setAside(first)
    return worked ? { failure, stop: false } : stop(failure)
  }

  async function halves(batch: readonly T[]): Promise<Outcome> {
    const middle = Math.ceil(batch.length / 2)
    const first = await attempt(batch.slice(0, middle))
    if (first.stop) return first
    const second = await attempt(batch.slice(middle))
    return second.stop ? second : { failure: first.failure ?? second.failure, stop: false }
  }

  async function probe(batch: readonly T[], failure: Failure): Promise<Outcome> {
    const luckiest = [...batch].sort((a, b) => (lone.get(a.id) ?? 0) - (lone.get(b.id) ?? 0))
    const failed: T[] = []
    for (const row of luckiest.slice(0, MAX_PROBES)) {
      const problem = await post([row])
      if (problem && problem.code !== 'server') return stop(problem)
      if (problem) {
        failed.push(row)
        lone.set(row.id, (lone.get(row.id) ?? 0) + 1)
        continue
      }
      passed([row])
      for (const one of failed) setAside(one)
      const others = await halves(batch.filter((one) => one !== row && !failed.includes(one)))
      return { ...others, failure: others.failure ?? (failed.length > 0 ? failure : null) }
    }
    for (const row of failed) if ((lone.get(row.id) ?? 0) >= MAX_LONE_FAILURES) setAside(row)
    return stop(failure)
  }

  return {
    resting: () => (rest && !isOver(rest) ? rest.failure : null),
    async send(rows) {
      works = false
      const good = rows.filter((row) => !aside.has(row.id))
      const due = rows.filter((row) => isOver(aside.get(row.id) ?? { since: 0, ms: Infinity }))
      const batches: T[][] = []
      for (let from = 0; from < good.length; from += most) batches.push(good.slice(from, from + most))
      for (const row of due) batches.push([row])
      let failure: Failure | null = null
      for (const batch of batches) {
        const outcome = await attempt(batch)
        if (outcome.stop) return outcome.failure
        failure ??= outcome.failure
      }
      return failure
    },
  }
}
