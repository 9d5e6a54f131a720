import { useEffect, useId, useRef, type ReactNode } from 'react'
import type { Parts } from '../event-inputs.tsx'
import type { ConcertDraft } from './draft/concert-draft.ts'
import type { Known } from './draft/read-concert.ts'

/** What every section of the form works with. */
export interface FormParts extends Parts<ConcertDraft> {
  known: Known
  /** Of a stored concert: the ids of its stored zones, whose seats stay, and whether it is published. */
  stored?: { zones: ReadonlySet<string>; published: boolean }
}

/** Shows a step of the form. The page is scrolled to the one whose `name` its address ends with, once it is there. */
export function FormSection({
  name,
  title,
  text,
  children,
}: {
  name?: string
  title: string
  text?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  const step = useRef<HTMLElement>(null)
  useEffect(() => {
    if (name && globalThis.location.hash === `#${name}`) step.current?.scrollIntoView()
  }, [name])
  return (
    <section ref={step} id={name} aria-labelledby={id} className="border-t-2 border-rule-strong pt-4 pb-8">
      <h2 id={id} className="head-4">
        {title}
      </h2>
      {text ? <p className="mt-1 max-w-[70ch] text-2 text-muted">{text}</p> : null}
      <div className="mt-4 grid gap-5">{children}</div>
    </section>
  )
}
