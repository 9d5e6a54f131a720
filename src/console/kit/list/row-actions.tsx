import type { RefObject } from 'react'
import { classes } from '#ui/controls/classes.ts'

export interface RowAction {
  label: string
  onChoose: () => void
  grave?: boolean
  /** Opens the row's form and gets the focus back afterwards. */
  opensForm?: boolean
}

/** `name` says which row to screen readers. */
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

/** Moves the focus to the button that opened the row's form, after the row is back. */
export function focusFormOpener(row: RefObject<HTMLTableRowElement | null>): void {
  setTimeout(() => {
    const openers = row.current?.querySelectorAll<HTMLElement>('[data-opens-form]') ?? []
    // Phones have their own copy of the actions; one of the two is hidden.
    ;[...openers].find((opener) => opener.offsetParent)?.focus()
  })
}
