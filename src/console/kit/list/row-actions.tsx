import type { RefObject } from 'react'
import { classes } from '#ui/controls/classes.ts'

export interface RowAction {
  label: string
  onChoose: () => void
  /** Takes something away for good. */
  grave?: boolean
  /** The one that opens the row's form; the focus returns to it. */
  opensForm?: boolean
}

/** What can be done with a row. `name` says which row, for people who hear the buttons one by one. */
export function RowActions({
  actions,
  name,
  className,
}: {
  actions: readonly RowAction[]
  name: string
  className?: string
}) {
  return (
    <span className={classes('inline-flex gap-x-4 max-desk:flex-wrap', className)}>
      {actions.map((action) => (
        <button
          key={action.label}
          type="button"
          data-opens-form={action.opensForm || undefined}
          className={classes('link min-h-6', action.grave && 'text-bad')}
          aria-label={`${action.label}: ${name}`}
          onClick={action.onChoose}
        >
          {action.label}
        </button>
      ))}
    </span>
  )
}

/** Back from the form that stood in the row's place: the focus goes to the button that had opened it, once it is there. */
export function focusFormOpener(row: RefObject<HTMLTableRowElement | null>): void {
  setTimeout(() => {
    const openers = row.current?.querySelectorAll<HTMLElement>('[data-opens-form]') ?? []
    // One of them is hidden: actions stand elsewhere on a phone.
    ;[...openers].find((opener) => opener.offsetParent)?.focus()
  })
}
