import type { Noun, Rows } from './schema.ts'

export interface Table<T> {
  get(key: string): Promise<T | undefined>
  /** Rows in the order of `keys`, without missing ones. */
  getMany(keys: readonly string[]): Promise<T[]>
  all(): Promise<T[]>
  where(index: string, values: readonly string[]): Promise<T[]>
  /** Keys of rows whose indexed field is `value`; does not read the rows. */
  keysWhere(index: string, value: string): Promise<string[]>
  /** Rows whose indexed field is at least `from`, ascending. */
  atLeast(index: string, from: string): Promise<T[]>
  /** At most `most` rows with a member of the indexed list that begins with `prefix`. */
  startsWith(index: string, prefix: string, most: number): Promise<T[]>
  /** Keys, each once, of at most `most` index entries that begin with `prefix`; does not read the rows. */
  keysStartingWith(index: string, prefix: string, most: number): Promise<string[]>
  count(index: string, values: readonly string[]): Promise<number>
  keys(): Promise<string[]>
  put(row: T): Promise<void>
  putAll(rows: readonly T[]): Promise<void>
  remove(keys: readonly string[]): Promise<void>
  removeWhere(index: string, values: readonly string[]): Promise<void>
  clear(): Promise<void>
}

export interface Store {
  kind: 'device' | 'memory'
  /** The database was created just now. */
  isNew: boolean
  table<N extends Noun>(noun: N): Table<Rows[N]>
  /** Runs `work` atomically over these tables. It may await only tables. */
  transact<T>(nouns: readonly Noun[], work: () => Promise<T>): Promise<T>
  /** Calls `next` with the result of `read`, now and after every change of rows that it read. */
  live<T>(read: () => Promise<T>, next: (value: T) => void, error: (e: unknown) => void): () => void
  close(): void
}
