import { useState } from 'react'
import type { Failure } from '#platform/failure/failure.ts'
import type { Problems } from '../event-fields.ts'
import type { ConcertDraft } from './draft/concert-draft.ts'
import { formPath, type Known } from './draft/read-concert.ts'
import type { FormParts } from './form-section.tsx'

/** What is typed into the form of a concert, and what of it is refused. */
export function useConcertForm(initial: ConcertDraft, known: Known) {
  const [draft, setDraft] = useState(initial)
  const [problems, setProblems] = useState<Problems>({})
  /** Raised by each refused press, so that the summary takes the focus again. */
  const [presses, setPresses] = useState(0)
  /** While the poster is made and stored. */
  const [storing, setStoring] = useState(false)
  const change: FormParts['change'] = (work) => setDraft((now) => ({ ...now, ...work(now) }))
  const show = (found: Problems): void => {
    setProblems(found)
    if (Object.keys(found).length > 0) setPresses((n) => n + 1)
  }
  /** Shows what the server refused at its field. Returns false when it is not about one. */
  const refuse = ({ code, detail, hint }: Failure, pathOf = (path: string): string => path): boolean => {
    if (code !== 'invalid' || typeof detail !== 'string' || detail === '') return false
    show({ [formPath(pathOf(detail))]: hint || 'The server refused this.' })
    return true
  }
  const parts: FormParts = { draft, problems, form: 'concert', known, change }
  return { parts, presses, storing, setStoring, setDraft, show, refuse }
}

export type ConcertFormState = ReturnType<typeof useConcertForm>
