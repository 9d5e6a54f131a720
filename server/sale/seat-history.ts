/** What `public.seat_availability` returns (supabase/schema/50-availability.sql). */
export interface AvailabilityWire {
  version: string
  at: string
  taken: string[]
  /** Of standing places only. */
  free?: number
}

/** What changed since a version that a watcher has. */
export interface SeatChanges {
  since: string
  added: string[]
  gone: string[]
}

/** Versions that a watcher may lag behind before it gets the whole answer: a minute of a sale in which every look differs. */
const KEPT_STEPS = 150

interface Step {
  from: string
  added: string[]
  gone: string[]
}

/** The last answer about one category and the steps that led to it. */
export class SeatHistory {
  #now: AvailabilityWire
  #taken: Set<string>
  readonly #steps: Step[] = []

  constructor(first: AvailabilityWire) {
    this.#now = first
    this.#taken = new Set(first.taken)
  }

  /** The answer as it was first seen in its version: `at` stays while nothing changes. */
  get now(): AvailabilityWire {
    return this.#now
  }

  /** Takes a later answer. Returns true when it is another version. */
  take(next: AvailabilityWire): boolean {
    if (next.version === this.#now.version) return false
    const taken = new Set(next.taken)
    this.#steps.push({
      from: this.#now.version,
      added: next.taken.filter((seat) => !this.#taken.has(seat)),
      gone: this.#now.taken.filter((seat) => !taken.has(seat)),
    })
    if (this.#steps.length > KEPT_STEPS) this.#steps.shift()
    this.#now = next
    this.#taken = taken
    return true
  }

  /** True when since() has an answer. */
  knows(version: string): boolean {
    return version === this.#now.version || this.#steps.some((step) => step.from === version)
  }

  /** Returns the changes since a version; null when it is not known (any more). */
  since(version: string): SeatChanges | null {
    if (version === this.#now.version) return { since: version, added: [], gone: [] }
    // The last time that the seats were so.
    const first = this.#steps.findLastIndex((step) => step.from === version)
    if (first < 0) return null
    const added = new Set<string>()
    const gone = new Set<string>()
    for (const step of this.#steps.slice(first)) {
      for (const seat of step.added) if (!gone.delete(seat)) added.add(seat)
      for (const seat of step.gone) if (!added.delete(seat)) gone.add(seat)
    }
    return { since: version, added: [...added], gone: [...gone] }
  }
}
