import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { classes } from '#ui/controls/classes.ts'
import { Icon } from '#ui/controls/icon.tsx'
import type { Problems } from '../event-fields.ts'
import type { Parts } from '../event-inputs.tsx'
import type { ConcertDraft } from './draft/concert-draft.ts'
import type { Known } from './draft/read-concert.ts'

/** What every section of the form works with. */
export interface FormParts extends Parts<ConcertDraft> {
  known: Known
  /** Of a stored concert: the ids of its stored zones, whose seats stay, and whether it is published. */
  stored?: {
    zones: ReadonlySet<string>
    published: boolean
    /** Why its singer stays, and whether date and place stay too. */
    kept?: { why: ReactNode; place: boolean } | null
  }
}

/**
 * Shows a step of the form, on a phone folded until it is pressed or one of its `fields` has a problem. The page is
 * scrolled to the one whose `name` its address ends with, once it is there.
 */
export function FormSection({
  name,
  title,
  text,
  fields,
  problems,
  children,
}: {
  name?: string
  title: string
  text?: ReactNode
  /** Paths of the fields of a step that folds. */
  fields?: RegExp
  problems?: Problems
  children: ReactNode
}) {
  const step = useRef<HTMLElement>(null)
  const { hash } = useLocation()
  const isNamed = name !== undefined && hash === `#${name}`
  /** Null until it is pressed. */
  const [pressed, setPressed] = useState<boolean | null>(null)
  const open = !fields || (pressed ?? isNamed) || Object.keys(problems ?? {}).some((path) => fields.test(path))
  useEffect(() => {
    if (isNamed) step.current?.scrollIntoView()
  }, [isNamed])
  return (
    <section
      ref={step}
      id={name}
      aria-label={title}
      className={classes('border-t-2 border-rule-strong pt-4', open ? 'pb-8' : 'pb-4 desk:pb-8')}
    >
      <h2 className="head-4">
        <span className={fields && 'max-desk:hidden'}>{title}</span>
        {fields ? (
          <button
            type="button"
            aria-expanded={open}
            className="flex min-h-11 w-full cursor-pointer items-center justify-between text-left desk:hidden"
            onClick={() => setPressed(!open)}
          >
            {title}
            <Icon name="chevron" className={classes('flex-none', open && 'rotate-180')} />
          </button>
        ) : null}
      </h2>
      {text ? <p className="mt-1 max-w-[70ch] text-2 text-muted">{text}</p> : null}
      <div className={classes('mt-4 grid gap-5', !open && 'max-desk:hidden')}>{children}</div>
    </section>
  )
}
