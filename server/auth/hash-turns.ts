/** Passwords that are compared at the same time: each keeps the processor for a tenth of a second. */
const MAX_AT_ONCE = 2
/** Attempts of one sender that wait; more would be answered after their sender has given up. */
const MAX_WAITING = 100

/**
 * Turns at comparing passwords, which is slow on purpose. Senders take turns, however many
 * attempts each has waiting, so that a network that guesses delays no other.
 */
export class HashTurns {
  /** By sender, in the order of their next turn. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #running = 0

  /** Runs `work` in its turn; null when too many of that sender wait. */
  async run<T>(sender: string, work: () => Promise<T>): Promise<T | null> {
    if (this.#running >= MAX_AT_ONCE) {
      const queue = this.#waiting.get(sender) ?? []
      if (queue.length >= MAX_WAITING) return null
      this.#waiting.set(sender, queue)
      await new Promise<void>((resolve) => queue.push(resolve))
    } else this.#running += 1
    try {
      return await work()
    } finally {
      this.#next()
    }
  }

  /** Hands the place to the next sender, who goes to the end of the line with what else they have. */
  #next(): void {
    for (const [sender, queue] of this.#waiting) {
      this.#waiting.delete(sender)
      const first = queue.shift()
      if (queue.length > 0) this.#waiting.set(sender, queue)
      return first?.()
    }
    this.#running -= 1
  }
}
