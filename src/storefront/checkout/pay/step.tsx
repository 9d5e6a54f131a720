import type { ReactNode } from 'react'
import { classes } from '#ui/controls/classes.ts'

/** `n` is null where the step is on its own. */
export function Step({
  n,
  title,
  narrow = false,
  children,
}: {
  n: number | null
  title: string
  narrow?: boolean
  children: ReactNode
}) {
  return (
    <section
      className={classes(
        'gap-x-3 border-t-2 border-rule-strong pt-3 pb-4 desk:pb-10',
        n !== null && 'desk:grid desk:grid-cols-[56px_minmax(0,1fr)]',
      )}
    >
      {n !== null && (
        <span aria-hidden="true" className="head-4 font-head tabular-nums max-desk:hidden desk:row-span-2">
          {n}
        </span>
      )}
      <h2 className="head-4">{title}</h2>
      <div
        className={classes(
          'mt-3 grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 desk:mt-4',
          n !== null && 'desk:col-start-2',
          narrow && 'max-w-[440px]',
        )}
      >
        {children}
      </div>
    </section>
  )
}
