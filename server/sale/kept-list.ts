import type { Database } from '../database/database.ts'
import { asVisitor } from '../pages/event-read.ts'
import { log, nameOfError } from '../log.ts'

/** How long a list is kept; meanwhile the database itself answers for what is not in it. */
const LIST_MS = 10_000
const NEVER = Number.NEGATIVE_INFINITY

/**
 * What is kept for each of the shop's own ids, which a query lists as everybody may see them: so an unknown id fills no memory, and costs its
 * sender a place like any other request. What is not listed any more is dropped.
 */
export class KeptList<T> {
  readonly #database: Pick<Database, 'transaction'>
  readonly #query: string
  readonly #make: (id: string) => T
  readonly #clock: () => number
  #kept = new Map<string, T>()
  #listedAt = NEVER
  #listing: Promise<void> | null = null

  constructor(database: Pick<Database, 'transaction'>, query: string, make: (id: string) => T, clock: () => number) {
    this.#database = database
    this.#query = query
    this.#make = make
    this.#clock = clock
  }

  /** Returns undefined for what is not listed. */
  async get(id: string): Promise<T | undefined> {
    const age = this.#clock() - this.#listedAt
    if (age < 0 || age >= LIST_MS) {
      this.#listing ??= this.#list().finally(() => (this.#listing = null))
      // Later lists are read beside the answers from the one before.
      if (this.#listedAt === NEVER) await this.#listing
    }
    return this.#kept.get(id)
  }

  has(id: string): boolean {
    return this.#kept.has(id)
  }

  drop(id: string): void {
    this.#kept.delete(id)
  }

  values(): IterableIterator<T> {
    return this.#kept.values()
  }

  async #list(): Promise<void> {
    const began = this.#clock()
    try {
      const listed = await asVisitor(this.#database, (sql) => sql.query<{ id: string }>(this.#query))
      this.#kept = new Map(listed.map(({ id }) => [id, this.#kept.get(id) ?? this.#make(id)]))
    } catch (error) {
      log.warn(`What is to come could not be listed (${nameOfError(error)}).`)
    }
    this.#listedAt = began
  }
}
