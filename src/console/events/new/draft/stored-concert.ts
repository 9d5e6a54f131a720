import { readStored, writeStored } from '#platform/device/stored.ts'
import type { ConcertDraft } from './concert-draft.ts'

/** Raised when the form's fields change: an older text is then ignored. */
const VERSION = 1

type Key = 'newConcert' | 'editConcert'

/** Returns what was kept on this device, if it is what is looked for. */
export function readKept<Kept extends object>(key: Key, isIt: (kept: Kept) => boolean): Kept | null {
  try {
    const kept = JSON.parse(readStored(key) ?? 'null') as (Kept & { version?: unknown }) | null
    return kept?.version === VERSION && isIt(kept) ? kept : null
  } catch {
    return null
  }
}

/** Keeps it on this device in place of what was kept; null forgets that. */
export const keep = (key: Key, what: object | null): void =>
  void writeStored(key, what && JSON.stringify({ version: VERSION, ...what }))

/** Returns the form that was left on this device, begun anew or as a duplicate of `from`; null without one. */
export const readStoredConcert = (from: string): ConcertDraft | null =>
  readKept<{ from: string; draft?: ConcertDraft }>('newConcert', (kept) => kept.from === from)?.draft ?? null

/** Keeps the form on this device; null forgets it. */
export const storeConcert = (from: string, draft: ConcertDraft | null): void =>
  keep('newConcert', draft && { from, draft })
