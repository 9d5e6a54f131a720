/** Password comparisons at once; each takes a tenth of a second of processor time. */
const MAX_AT_ONCE = 2
/** Per sender. More would be answered after the sender has given up. */
const MAX_WAITING = 100

/** Queues password comparisons and serves senders in turn, so that one that guesses delays no other. */
export class PasswordQueue {
  readonly #waiting = new Map<string, (() => void)[]>()
  #running = 0

  /** Returns null when too many attempts of this sender wait. */
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
