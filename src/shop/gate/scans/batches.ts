import type { Failure } from '#platform/failure/failure.ts'
import { backoff } from '#platform/time/backoff.ts'

/** After a server's failure so many are sent alone to find out whether it works at all. */
const MAX_PROBES = 2
/** What failed alone so often is set aside, though nothing has shown that the server works. */
const MAX_LONE_FAILURES = 3

/** A wait that began at `since` on the device's clock, milliseconds. */
interface Pause {
  since: number
  ms: number
}
/** A clock that was set ends a pause: it must not last for days. */
function isOver({ since, ms }: Pause): boolean {
  const gone = Date.now() - since
  return gone < 0 || gone >= ms
}
const pause = (times: number): Pause => ({ since: Date.now(), ms: backoff(times) })

/** What became of a batch. `stop`: others would fare no better now. */
interface Outcome {
  failure: Failure | null
  stop: boolean
}

export interface BatchSender<T> {
  /** Why nothing is sent for a while; null when sending may be tried. */
  resting(): Failure | null
  /** Sends them in batches, in their order. Null when all have been answered, else the first failure. */
  send(rows: readonly T[]): Promise<Failure | null>
}

/**
 * Sends rows in batches to a server that may fail, and that may fail because of one of them. `post` sends some together and
 * answers null when each has been answered; `refuse` takes the one whose contents the server refuses.
 *
 * A refusal of contents halves the batch at once. A failure may be the server's own: the batch goes in halves only after
 * one row sent alone has passed, else nothing is sent for a while, longer each time. So a server that is down gets at most
 * three requests an attempt, and one row that it cannot take is found, set aside and tried alone, never holding up the rest.
 */
export function batchSender<T extends { id: string }>(
  most: number,
  post: (batch: readonly T[]) => Promise<Failure | null>,
  refuse: (row: T, failure: Failure) => Promise<void>,
): BatchSender<T> {
  let rest: (Pause & { failure: Failure }) | null = null
  let failedInARow = 0
  /** Failed alone on a server that works, or too often: sent alone, after the others, each after its own pause. */
  const aside = new Map<string, Pause & { times: number }>()
  /** How often a row failed alone: the next probe is another. */
  const lone = new Map<string, number>()
  /** The server has answered since it last failed. */
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
    // One that was set aside says nothing about the server: it waits for itself, and nobody with it.
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
