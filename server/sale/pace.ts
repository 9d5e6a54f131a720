import { MAX_AGAIN_S } from '#shop/seats/seat-map.ts'

/** Seconds between two questions of one watcher; a few values, so that answers can be kept for all who share one. */
const STEPS = [1.5, 2, 3, 4, 5, 6, 8, 10, 12, 14.5, 20, 30, 45, 60, 90, 120, 180, MAX_AGAIN_S] as const
const SLICES_A_SECOND = 10
/** Answers a second that one process gives beside its sales; measured in docs/benchmarks.md. */
const ANSWERS_A_SECOND = 1_000
/** Watchers that are counted of one address, which may be a whole venue or carrier, or a script that asks all the time. */
const MOST_OF_SENDER = 2_000

/**
 * Decides when watchers should ask again, so that all of them together ask for no more than `perSecond` answers. Each
 * answer promises one question, so the promises that are not yet due are the watchers, and who left drops out by itself.
 * One sender makes the others wait a few seconds at most.
 */
export class Pace {
  readonly #perSecond: number
  readonly #clock: () => number
  /** Whose promises are due, by the tenth of a second. */
  readonly #due = new Map<number, string[]>()
  readonly #ofSender = new Map<string, number>()
  #watchers = 0
  #slice: number

  constructor(perSecond = ANSWERS_A_SECOND, clock: () => number = Date.now) {
    this.#perSecond = perSecond
    this.#clock = clock
    this.#slice = this.#now()
  }

  get watchers(): number {
    this.#forgetPast()
    return this.#watchers
  }

  /**
   * Counts an answer to this address, as limits count it. Returns the seconds after which its watcher should ask again.
   * A home line has 256 networks of IPv6: they count together.
   */
  next(address: string): number {
    const sender = address.split(':').slice(0, 3).join(':')
    this.#forgetPast()
    const wanted = (this.#watchers + 1) / this.#perSecond
    const again = STEPS.find((step) => step >= wanted) ?? MAX_AGAIN_S
    const count = this.#ofSender.get(sender) ?? 0
    if (count >= MOST_OF_SENDER) return again
    this.#ofSender.set(sender, count + 1)
    const due = this.#slice + again * SLICES_A_SECOND
    const promised = this.#due.get(due)
    if (promised) promised.push(sender)
    else this.#due.set(due, [sender])
    this.#watchers += 1
    return again
  }

  #now(): number {
    return Math.floor((this.#clock() * SLICES_A_SECOND) / 1_000)
  }

  #forgetPast(): void {
    const now = this.#now()
    // A clock that was set back keeps its promises a little longer; one that was set forward drops them.
    if (now - this.#slice > MAX_AGAIN_S * SLICES_A_SECOND) {
      this.#due.clear()
      this.#ofSender.clear()
      this.#watchers = 0
      this.#slice = now
    }
    for (; this.#slice < now; this.#slice += 1) {
      for (const sender of this.#due.get(this.#slice) ?? []) this.#forget(sender)
      this.#due.delete(this.#slice)
    }
  }

  #forget(sender: string): void {
    this.#watchers -= 1
    const count = this.#ofSender.get(sender)! - 1
    if (count === 0) this.#ofSender.delete(sender)
    else this.#ofSender.set(sender, count)
  }
}
