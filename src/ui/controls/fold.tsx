import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'

/** Keeps `children` behind a row that opens and closes them. */
export function Fold({
  title,
  open,
  onOpen,
  children,
}: {
  title: string
  open: boolean
  onOpen: (open: boolean) => void
  children: ReactNode
}) {
  return (
    <div className="border-t border-rule">
      <button
        type="button"
        aria-expanded={open}
        className="flex min-h-11 w-full items-center justify-between gap-4 pt-0.5 text-left text-2"
        onClick={() => onOpen(!open)}
      >
        {title}
        <Icon name="chevron" className={classes('transition-transform duration-(--t-move)', open && 'rotate-180')} />
      </button>
      {open && <div className="pt-1 pb-5">{children}</div>}
    </div>
  )
}
