import { setTimeout as sleep } from 'node:timers/promises'

/** A value is read anew when it is older than `freshMs`, or than ten times what the last read took. */
const FRESH_MS = 400
const SHARE_OF_COST = 10
/** How long a request waits for a read while there is an earlier value, and how old that value may be. */
const PATIENCE_MS = 1_000
const STALE_MS = 30_000

/**
 * A value of the database, read when it is asked for and at most every moment, once for all who ask. While the database is
 * slow or fails, the last value is given until it is half a minute old.
 */
export class Fresh<T> {
  readonly #read: () => Promise<T>
  readonly #clock: () => number
  readonly #freshMs: number
  #value: T | null = null
  #readAt = Number.NEGATIVE_INFINITY
  #cost = 0
  /** Counts doubts: a read that began before one says nothing. */
  #doubts = 0
  #isDoubted = false
  /** Under way: until it is there, and until it is there or late. */
  #reading: { done: Promise<void>; soon: Promise<void> } | null = null

  constructor(read: () => Promise<T>, clock: () => number = Date.now, freshMs = FRESH_MS) {
    this.#read = read
    this.#clock = clock
    this.#freshMs = freshMs
  }

  /** Returns null when the value cannot be read, and was not within half a minute. */
  async get(): Promise<T | null> {
    const age = this.#clock() - this.#readAt
    const isFresh = age >= 0 && age < Math.max(this.#freshMs, this.#cost * SHARE_OF_COST)
    if (isFresh && !this.#isDoubted) return this.#value
    this.#reading ??= this.#begin()
    await (age >= 0 && age < STALE_MS && !this.#isDoubted ? this.#reading.soon : this.#reading.done)
    return this.#value
  }

  /** Makes the next get() read anew, whatever was read before or is being read now. */
  doubt(): void {
    this.#doubts += 1
    this.#isDoubted = true
    this.#reading = null
  }

  #begin(): { done: Promise<void>; soon: Promise<void> } {
    const done = this.#readOnce().finally(() => {
      if (this.#reading === reading) this.#reading = null
    })
    const reading = { done, soon: Promise.race([done, sleep(PATIENCE_MS, undefined, { ref: false })]) }
    return reading
  }

  async #readOnce(): Promise<void> {
    const began = this.#clock()
    const doubts = this.#doubts
    try {
      const value = await this.#read()
      if (doubts !== this.#doubts) return
      this.#value = value
      this.#isDoubted = false
      this.#readAt = began
      this.#cost = this.#clock() - began
    } catch {
      // `read` has said why; what was read before holds a while longer.
      if (began - this.#readAt >= STALE_MS) this.#value = null
    }
  }
}
