/** Counts attempts per key in a sliding window, in memory only. Forgets a key once its attempts have aged out. */
export class AttemptLimit {
  readonly #most: number
  readonly #windowMs: number
  readonly #attempts = new Map<string, number[]>()
  #sweptAt = 0

  /** @param most attempts in a window; 0 disables the limit */
  constructor(most: number, windowMs: number) {
    this.#most = most
    this.#windowMs = windowMs
  }

  /** Returns ms until the key may try again; 0 when it may now. */
  waitFor(key: string, now: number): number {
    if (this.#most === 0) return 0
    const recent = this.#recent(key, now)
    const oldest = recent[recent.length - this.#most]
    return oldest === undefined ? 0 : oldest + this.#windowMs - now
  }

  count(key: string, now: number): void {
    if (this.#most === 0) return
    this.#attempts.set(key, [...this.#recent(key, now), now])
    if (now - this.#sweptAt < this.#windowMs) return
    this.#sweptAt = now
    for (const other of this.#attempts.keys()) {
      if (this.#recent(other, now).length === 0) this.#attempts.delete(other)
    }
  }

  /** Takes back an attempt that proved to be the owner's. */
  forgive(key: string, at: number): void {
    const recent = this.#attempts.get(key)
    const index = recent?.indexOf(at) ?? -1
    if (recent && index >= 0) this.#attempts.set(key, recent.toSpliced(index, 1))
  }

  #recent(key: string, now: number): number[] {
    return (this.#attempts.get(key) ?? []).filter((at) => at > now - this.#windowMs)
  }
}

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

const MAX_SENDERS = 8
/** A few megabytes. */
const MAX_ADDRESSES = 20_000

/** Networks or devices where an address signed in; in memory. Only a session adds one, so strangers displace none. */
export class KnownSenders {
  readonly #senders = new Map<string, string[]>()

  remember(email: string, sender: string): void {
    const before = this.#senders.get(email) ?? []
    // Deleted first to move the entry to the end: the map's order is by last use.
    this.#senders.delete(email)
    this.#senders.set(email, [sender, ...before.filter((other) => other !== sender)].slice(0, MAX_SENDERS))
    if (this.#senders.size <= MAX_ADDRESSES) return
    for (const oldest of this.#senders.keys()) return void this.#senders.delete(oldest)
  }

  has(email: string, sender: string): boolean {
    return this.#senders.get(email)?.includes(sender) ?? false
  }
}
