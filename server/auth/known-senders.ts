/** Senders that are remembered for an address, the newest ones. */
const MAX_SENDERS = 8
/** Addresses that are remembered: a few megabytes. */
const MAX_ADDRESSES = 20_000

/**
 * From which networks, or with which devices, an address was signed in to; in memory. Only a session adds to it, so that
 * an owner's own entry is pushed out only by signing in as that owner, or as twenty thousand others.
 */
export class KnownSenders {
  readonly #senders = new Map<string, string[]>()

  /** A session of that address was given to this sender. */
  remember(email: string, sender: string): void {
    const before = this.#senders.get(email) ?? []
    // Written anew, so that the first ones of the map are those that were not seen for longest.
    this.#senders.delete(email)
    this.#senders.set(email, [sender, ...before.filter((other) => other !== sender)].slice(0, MAX_SENDERS))
    if (this.#senders.size <= MAX_ADDRESSES) return
    for (const oldest of this.#senders.keys()) return void this.#senders.delete(oldest)
  }

  has(email: string, sender: string): boolean {
    return this.#senders.get(email)?.includes(sender) ?? false
  }
}
