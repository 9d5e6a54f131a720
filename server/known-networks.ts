/** Networks that are remembered for an address, the newest ones. */
const MOST_NETWORKS = 8
/** Addresses that are remembered: a few megabytes. */
const MOST_ADDRESSES = 20_000

/**
 * From which networks somebody has signed in to an address, in memory, the newest first to stay. Only whoever gets a
 * session adds to it, so nobody can push an owner's network out but by signing in as that owner, or as twenty thousand
 * others.
 */
export class KnownNetworks {
  readonly #networks = new Map<string, string[]>()

  /** Somebody got a session of that address from there. */
  remember(email: string, network: string): void {
    const before = this.#networks.get(email) ?? []
    // Written anew, so that the first ones of the map are those that were not seen for longest.
    this.#networks.delete(email)
    this.#networks.set(email, [network, ...before.filter((other) => other !== network)].slice(0, MOST_NETWORKS))
    if (this.#networks.size <= MOST_ADDRESSES) return
    for (const oldest of this.#networks.keys()) return void this.#networks.delete(oldest)
  }

  has(email: string, network: string): boolean {
    return this.#networks.get(email)?.includes(network) ?? false
  }
}
