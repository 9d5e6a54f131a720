import { useState, type Dispatch, type SetStateAction } from 'react'
import type { Result } from '#platform/failure/failure.ts'

/** What a form edits that another admin may save meanwhile. `Stored` is as read, `Draft` as typed, by field. */
export interface SharedEdit<Stored, Draft> {
  /** As this form saw it last; its revision goes with what is saved. */
  seen: Stored
  draft: Draft
  setDraft: Dispatch<SetStateAction<Draft>>
  /** Fields that another admin changed since this form read them; empty before a refused save. */
  others: (keyof Draft)[]
  /** To call after a save was refused because of them. Fields that only the other admin changed follow; typed ones stay. */
  compare: () => Promise<void>
  /** To call after a save with what is stored now; null where it could not be read again. */
  accept: (stored: Stored | null) => void
}

export function useSharedEdit<Stored, Draft extends object>(
  stored: Stored,
  draftOf: (stored: Stored) => Draft,
  changedFields: (before: Draft, after: Draft) => (keyof Draft)[],
  read: () => Promise<Result<Stored>>,
): SharedEdit<Stored, Draft> {
  const [seen, setSeen] = useState(stored)
  const [draft, setDraft] = useState(() => draftOf(stored))
  const [others, setOthers] = useState<(keyof Draft)[]>([])

  const compare = async (): Promise<void> => {
    const fresh = await read()
    if (!fresh.ok) return
    const [was, now] = [draftOf(seen), draftOf(fresh.value)]
    const theirs = changedFields(was, now)
    setDraft((typed) => {
      const merged = { ...typed }
      for (const field of theirs) if (typed[field] === was[field]) merged[field] = now[field]
      return merged
    })
    setOthers(theirs)
    setSeen(fresh.value)
  }
  const accept = (saved: Stored | null): void => {
    setOthers([])
    if (saved === null) return
    setSeen(saved)
    setDraft(draftOf(saved))
  }
  return { seen, draft, setDraft, others, compare, accept }
}
