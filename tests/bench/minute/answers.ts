import { milliseconds, noFault, percentile, within, type Measure } from '../measure.ts'
import type { Reply } from './http-client.ts'

/** The longest answer that a scene may have. */
const MAX_ANSWER_MS = 5_000

/** Times and faults of all answers of a scene, by what was asked. */
export class Answers {
  readonly #times = new Map<string, number[]>()
  readonly #faults = new Map<string, number>()

  /** Counts the answer and returns it; null when the connection failed. A status that is not among `expected` is a fault. */
  async note(what: string, asked: Promise<Reply>, expected: readonly number[] = [200]): Promise<Reply | null> {
    let reply: Reply
    try {
      reply = await asked
    } catch (error) {
      this.fault(`${what}: ${(error as Error).message}`)
      return null
    }
    const times = this.#times.get(what) ?? []
    this.#times.set(what, times)
    times.push(reply.ms)
    if (!expected.includes(reply.status)) this.fault(`${what}: ${reply.status} ${reply.body.toString().slice(0, 80)}`)
    return reply
  }

  fault(what: string): void {
    this.#faults.set(what, (this.#faults.get(what) ?? 0) + 1)
  }

  get faults(): string[] {
    return [...this.#faults].map(([what, count]) => `${count} × ${what}`)
  }

  /** One row for each thing that was asked: its name, answers, p50, p99 and slowest in ms. */
  get rows(): string[][] {
    return [...this.#times].map(([what, times]) => [
      what,
      times.length.toLocaleString('en'),
      percentile(times, 0.5).toFixed(1),
      percentile(times, 0.99).toFixed(0),
      percentile(times, 1).toFixed(0),
    ])
  }

  measures(where: string): Measure[] {
    const slowest = Math.max(...[...this.#times.values()].map((times) => percentile(times, 1)))
    const { faults } = this
    return [
      within(`${where}: slowest answer`, slowest, MAX_ANSWER_MS, milliseconds),
      noFault(`${where}: failed connections, 5xx, 429, unexpected answers`, faults),
    ]
  }
}
