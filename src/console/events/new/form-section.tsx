import { useId, type ReactNode } from 'react'
import type { Parts } from '../event-inputs.tsx'
import type { ConcertDraft } from './draft/concert-draft.ts'
import type { Known } from './draft/read-concert.ts'

/** What every section of the form works with. */
export interface FormParts extends Parts<ConcertDraft> {
  known: Known
  /** Of a stored concert: the ids of its stored zones, whose seats stay, and whether it is published. */
  stored?: { zones: ReadonlySet<string>; published: boolean }
}

export function FormSection({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-t-2 border-rule-strong pt-4 pb-8">
      <h2 id={id} className="head-4">
        {title}
      </h2>
      {text ? <p className="mt-1 max-w-[70ch] text-2 text-muted">{text}</p> : null}
      <div className="mt-4 grid gap-5">{children}</div>
    </section>
  )
}
