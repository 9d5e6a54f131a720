import { useRef, type ReactNode, type RefObject } from 'react'
import { classes } from '#ui/controls/classes.ts'
import { Cell } from '#ui/display/table.tsx'

export interface RowAction {
  label: string
  onChoose: () => void
  grave?: boolean
  /** Opens the row's form and gets the focus back afterwards. */
  opensForm?: boolean
}

/** Shows the actions of a row. `name` says which row to screen readers. */
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

/** Shows the last cell of a row: its actions where there is room for them, and the dialogs that they open. */
export function ActionsCell({
  actions,
  name,
  children,
}: {
  actions: readonly RowAction[]
  name: string
  children: ReactNode
}) {
  return (
    <Cell number className="max-desk:p-0!">
      <RowActions actions={actions} name={name} className="flex-wrap justify-end max-desk:hidden" />
      {/* Undoes the alignment of the number cell. */}
      <div className="text-left whitespace-normal">{children}</div>
    </Cell>
  )
}

/**
 * Opens a form in the place of its row: give `row` to the row, and `endForm` to the form, which calls it at its end: it
 * reads the list again after a change, closes the form and returns the focus.
 */
export function useRowForm(close: () => void, onChanged: () => Promise<unknown>) {
  const row = useRef<HTMLTableRowElement>(null)
  const endForm = async (changed: boolean): Promise<void> => {
    if (changed) await onChanged()
    close()
    focusFormOpener(row)
  }
  return { row, endForm }
}

/** Moves the focus to the button that opened the row's form, after the row is back. */
function focusFormOpener(row: RefObject<HTMLTableRowElement | null>): void {
  setTimeout(() => {
    const openers = row.current?.querySelectorAll<HTMLElement>('[data-opens-form]') ?? []
    // Phones have their own copy of the actions; one of the two is hidden.
    ;[...openers].find((opener) => opener.offsetParent)?.focus()
  })
}
