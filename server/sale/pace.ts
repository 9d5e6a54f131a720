/** Seconds between two questions of one watcher; a few values, so that answers can be kept for all who share one. */
const STEPS = [1.5, 2, 3, 4, 5, 6, 8, 10, 12, 14.5, 20, 30, 45, 60, 90, 120, 180, 300] as const
const SLICES_A_SECOND = 10
/** Answers a second that one process gives beside its sales; measured in docs/benchmarks.md. */
const ANSWERS_A_SECOND = 1_000

/**
 * Decides when watchers should ask again, so that all of them together ask for no more than `perSecond` answers. Each
 * answer promises one question, so the promises that are not yet due are the watchers, and who left drops out by itself.
 */
export class Pace {
  readonly #perSecond: number
  readonly #clock: () => number
  /** Promises by the tenth of a second in which they are due. */
  readonly #due = new Map<number, number>()
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

  /** Counts an answer. Returns the seconds after which its watcher should ask again. */
  next(): number {
    this.#forgetPast()
    const wanted = (this.#watchers + 1) / this.#perSecond
    const again = STEPS.find((step) => step >= wanted) ?? STEPS.at(-1)!
    const due = this.#slice + again * SLICES_A_SECOND
    this.#due.set(due, (this.#due.get(due) ?? 0) + 1)
    this.#watchers += 1
    return again
  }

  #now(): number {
    return Math.floor((this.#clock() * SLICES_A_SECOND) / 1_000)
  }

  #forgetPast(): void {
    const now = this.#now()
    // A clock that was set back keeps its promises a little longer; one that was set forward drops them.
    if (now - this.#slice > STEPS.at(-1)! * SLICES_A_SECOND) {
      this.#due.clear()
      this.#watchers = 0
      this.#slice = now
    }
    for (; this.#slice < now; this.#slice += 1) {
      this.#watchers -= this.#due.get(this.#slice) ?? 0
      this.#due.delete(this.#slice)
    }
  }
}
