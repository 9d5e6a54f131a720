import type { Saved } from './schema.ts'
import type { Table } from './store-types.ts'

/** A time further ahead than this, in ms, was written under a clock that has been set back since, and says nothing. */
const AHEAD_MS = 60_000

/**
 * Whether the row was changed here since a question was asked at `asked` (ms): it may then know more than the answer,
 * which stands back. Across tabs, and without any lock.
 */
export const changedSince = (row: Saved | undefined, asked: number): boolean =>
  row?.savedAt !== undefined && row.savedAt >= asked && row.savedAt <= Date.now() + AHEAD_MS

/** Whether two rows say the same, whenever they were saved. Both come from the same parser: their fields have one order. */
export const sameRow = (before: object, next: object): boolean =>
  JSON.stringify({ ...before, savedAt: undefined }) === JSON.stringify({ ...next, savedAt: undefined })

interface Merge<T> {
  /** When the server was asked, ms. */
  asked: number
  /** The answer holds every row there is: what it does not name goes. */
  whole: boolean
  /** Whether `next` is surely the later of two, whatever the times say. */
  isLater?: (before: T, next: T) => boolean
}

/**
 * Puts an answer's rows in place of `held`, those of them that differ, and removes what a whole answer does not name. A
 * row that was changed here since the question was asked stays. Runs inside a transaction.
 * @returns the rows that are new, whether anything changed, and whether any row stood against the answer
 */
export async function mergeAnswer<T extends Saved & { id: string }>(
  table: Table<T>,
  held: readonly T[],
  answer: readonly T[],
  { asked, whole, isLater }: Merge<T>,
): Promise<{ added: T[]; changed: boolean; stood: boolean }> {
  const before = new Map(held.map((row) => [row.id, row]))
  const savedAt = Date.now()
  const added: T[] = []
  const changed: T[] = []
  let stood = false
  for (const next of answer) {
    const known = before.get(next.id)
    before.delete(next.id)
    if (!known) added.push(next)
    else if (sameRow(known, next)) continue
    else if (changedSince(known, asked) && !isLater?.(known, next)) {
      stood = true
      continue
    }
    changed.push({ ...next, savedAt })
  }
  await table.putAll(changed)
  const gone = whole ? [...before.values()].filter((row) => !changedSince(row, asked)) : []
  await table.remove(gone.map((row) => row.id))
  if (whole && gone.length < before.size) stood = true
  return { added, changed: changed.length + gone.length > 0, stood }
}
