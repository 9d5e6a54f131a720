import { createHash } from 'node:crypto'

/** In a mailbox that is half an hour, by its growing waits. */
const MAX_TRIES = 8
const MAX_COUNTED = 1_000

/** Counts, in memory, how often each mail could not be judged. */
export class Tries {
  readonly #counts = new Map<string, number>()

  /** Counts one more; true for the last that a mail has. */
  isLast(raw: Buffer): boolean {
    const key = createHash('sha256').update(raw).digest('base64')
    const count = (this.#counts.get(key) ?? 0) + 1
    this.#counts.delete(key)
    if (count >= MAX_TRIES) return true
    if (this.#counts.size >= MAX_COUNTED) this.#counts.delete(this.#counts.keys().next().value ?? '')
    this.#counts.set(key, count)
    return false
  }
}
