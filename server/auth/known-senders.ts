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
