import type { ReactNode } from 'react'
import { classes } from '#ui/controls/classes.ts'

export function Step({
  n,
  title,
  narrow = false,
  children,
}: {
  n: number
  title: string
  narrow?: boolean
  children: ReactNode
}) {
  return (
    <section className="grid gap-x-3 border-t-2 border-rule-strong pt-3 pb-10 desk:grid-cols-[56px_minmax(0,1fr)]">
      <div className="flex gap-x-3 desk:contents">
        <span aria-hidden="true" className="head-4 w-5 font-head tabular-nums desk:row-span-2">
          {n}
        </span>
        <h2 className="head-4">{title}</h2>
      </div>
      <div
        className={classes(
          'mt-4 grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 desk:col-start-2',
          narrow && 'max-w-[440px]',
        )}
      >
        {children}
      </div>
    </section>
  )
}
