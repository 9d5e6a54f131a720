import type { Noun, Rows } from './schema.ts'

/** What the stores may do with the rows of one noun, on the device or in memory alike. */
export interface Table<T> {
  get(key: string): Promise<T | undefined>
  /** The rows of these keys, in their order, missing ones left out. */
  getMany(keys: readonly string[]): Promise<T[]>
  all(): Promise<T[]>
  /** Rows whose indexed field is one of `values`. */
  where(index: string, values: readonly string[]): Promise<T[]>
  /** Keys of the rows whose indexed field is `value`, without reading the rows. */
  keysWhere(index: string, value: string): Promise<string[]>
  /** Rows whose indexed field is at least `from`, ascending. */
  atLeast(index: string, from: string): Promise<T[]>
  /** At most `most` rows of which one member of the indexed list begins with `prefix`. */
  startsWith(index: string, prefix: string, most: number): Promise<T[]>
  /** Keys of at most `most` entries of the indexed list that begin with `prefix`, each once, without reading the rows. */
  keysStartingWith(index: string, prefix: string, most: number): Promise<string[]>
  /** How many rows have one of `values` in the indexed field. */
  count(index: string, values: readonly string[]): Promise<number>
  keys(): Promise<string[]>
  put(row: T): Promise<void>
  putAll(rows: readonly T[]): Promise<void>
  remove(keys: readonly string[]): Promise<void>
  /** Removes the rows whose indexed field is one of `values`, without reading them. */
  removeWhere(index: string, values: readonly string[]): Promise<void>
  clear(): Promise<void>
}

export interface Store {
  kind: 'device' | 'memory'
  /** The device had no database of ours: this one was made just now. */
  isNew: boolean
  table<N extends Noun>(noun: N): Table<Rows[N]>
  /** All or nothing over these nouns. `work` may await nothing but the tables. */
  transact<T>(nouns: readonly Noun[], work: () => Promise<T>): Promise<T>
  /** Calls `next` with what `read` finds, now and after every change of what it read. */
  live<T>(read: () => Promise<T>, next: (value: T) => void, error: (e: unknown) => void): () => void
  close(): void
}
