import { useRef, type ReactNode, type RefObject } from 'react'
import { useMay } from '#account/session/use-may.ts'
import { Button } from '#ui/controls/button.tsx'
import { classes } from '#ui/controls/classes.ts'
import { MoreActions, type MenuAction } from '#ui/controls/more-actions.tsx'
import { Cell } from '#ui/display/table.tsx'

export interface RowAction extends MenuAction {
  /** Other staff who see the row do not see it. */
  adminOnly?: boolean
  /** Opens the row's form and gets the focus back afterwards. */
  opensForm?: boolean
}

const MAX_IN_A_ROW = 3

/**
 * Shows the actions of a row. More than three become the first two and a menu of the others. `name` says which row to
 * screen readers; `buttons` are for one thing on a page of its own.
 */
export function RowActions({
  actions,
  name,
  className,
  buttons = false,
}: {
  actions: readonly RowAction[]
  name: string
  className?: string
  buttons?: boolean
}) {
  const admin = useMay()()
  const theirs = actions.filter(({ adminOnly }) => admin || !adminOnly)
  const shown = theirs.length > MAX_IN_A_ROW ? theirs.slice(0, MAX_IN_A_ROW - 1) : theirs
  const rest = theirs.slice(shown.length)
  return (
    <div
      className={classes(
        'inline-flex max-desk:flex-wrap',
        buttons ? 'items-center gap-3' : 'gap-x-4 max-desk:gap-x-3',
        className,
      )}
    >
      {shown.map((action) => {
        const press = {
          'data-opens-form': action.opensForm || undefined,
          'aria-label': `${action.label}: ${name}`,
          onClick: action.onChoose,
        }
        return buttons ? (
          <Button key={action.label} kind="line" small {...press}>
            {action.label}
          </Button>
        ) : (
          <button
            key={action.label}
            type="button"
            className={classes('link min-h-6', action.grave && 'text-bad')}
            {...press}
          >
            {action.label}
          </button>
        )
      })}
      {rest.length > 0 ? <MoreActions actions={rest} name={name} /> : null}
    </div>
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
