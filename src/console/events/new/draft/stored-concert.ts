import { readStored, writeStored } from '#platform/device/stored.ts'
import type { ConcertDraft } from './concert-draft.ts'

/** Raised when the form's fields change: an older text is then ignored. */
const VERSION = 1

/** Returns the form that was left on this device, begun anew or as a duplicate of `from`; null without one. */
export function readStoredConcert(from: string): ConcertDraft | null {
  try {
    const stored = JSON.parse(readStored('newConcert') ?? 'null') as {
      version?: unknown
      from?: unknown
      draft?: ConcertDraft
    } | null
    return stored?.version === VERSION && stored.from === from ? (stored.draft ?? null) : null
  } catch {
    return null
  }
}

/** Keeps the form on this device; null forgets it. */
export function storeConcert(from: string, draft: ConcertDraft | null): void {
  writeStored('newConcert', draft && JSON.stringify({ version: VERSION, from, draft }))
}
