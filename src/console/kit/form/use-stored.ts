import { useState } from 'react'
import { ok, type Result } from '#platform/failure/failure.ts'
import { changedFields } from './use-form.ts'

/**
 * Holds what a form edits and another admin may save meanwhile, as this form saw it last. `save` saves and reads it again,
 * null where that failed. A save that was refused because of another admin reads theirs: `others` are the fields they changed.
 */
export function useStored<Stored, Draft extends object>(
  stored: Stored,
  draftOf: (stored: Stored) => Draft,
  read: () => Promise<Result<Stored>>,
) {
  const [seen, setSeen] = useState(stored)
  const [others, setOthers] = useState<(keyof Draft & string)[]>([])
  const save = async (send: () => Promise<Result<unknown>>): Promise<Result<Stored | null>> => {
    const result = await send()
    if (!result.ok && result.failure.code !== 'changed_meanwhile') return result
    const fresh = await read()
    if (fresh.ok) {
      const [was, now] = [draftOf(seen), draftOf(fresh.value)]
      setOthers(result.ok ? [] : changedFields(was, now))
      setSeen(fresh.value)
    } else if (result.ok) setOthers([])
    return result.ok ? ok(fresh.ok ? fresh.value : null) : result
  }
  return { seen, now: draftOf(seen), others, save }
}
