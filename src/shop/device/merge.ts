import type { Saved } from './schema.ts'
import type { Table } from './store-types.ts'

/** A `savedAt` further ahead than this (ms) dates from before the clock was set back, and is ignored. */
const AHEAD_MS = 60_000

/**
 * Returns true when the row changed since a request at `asked` (ms): it may be newer than the answer. Needs no lock.
 */
export const changedSince = (row: Saved | undefined, asked: number): boolean =>
  row?.savedAt !== undefined && row.savedAt >= asked && row.savedAt <= Date.now() + AHEAD_MS

/** Compares rows of one parser (the order of fields counts), ignoring `savedAt`. */
export const sameRow = (before: object, next: object): boolean =>
  JSON.stringify({ ...before, savedAt: undefined }) === JSON.stringify({ ...next, savedAt: undefined })

interface Merge<T> {
  /** Time of the request, ms. */
  asked: number
  /** The answer holds every row: rows it does not name are removed. */
  whole: boolean
  isLater?: (before: T, next: T) => boolean
}

/** Merges an answer into `held`, inside a transaction. Rows changed since `asked` stay; `stood` says if any did. */
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
