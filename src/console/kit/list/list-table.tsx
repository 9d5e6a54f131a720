import type { ReactNode } from 'react'
import { classes } from '#ui/controls/classes.ts'
import { HeadCell, Table } from '#ui/display/table.tsx'
import type { ListState } from './list-state.ts'

/** A column of a list. `sort`: the column of the rows that its head sorts by. */
export interface Column {
  head: string
  sort?: string
  first?: 'descending'
  number?: boolean
  deskOnly?: boolean
  /** Only screen readers read it. */
  isHidden?: boolean
  className?: string
}

export const actionsColumn: Column = { head: 'Actions', isHidden: true, className: 'max-desk:p-0!' }

/**
 * A table, a little wider than its column so that focus rings are not cut. A text alone is a plain column; columns that
 * sort need the `list`.
 */
export function ListTable({
  caption,
  list,
  columns,
  className = 'mt-4',
  children,
}: {
  caption: string
  list?: ListState
  columns: readonly (Column | string)[]
  className?: string
  children: ReactNode
}) {
  const head = columns.map((column) => {
    const {
      head: text,
      sort,
      first,
      isHidden,
      ...look
    } = typeof column === 'string' ? ({ head: column } as Column) : column
    return sort && list ? (
      <SortHead key={text} list={list} column={sort} first={first} {...look}>
        {text}
      </SortHead>
    ) : (
      <HeadCell key={text} {...look}>
        {isHidden ? <span className="sr-only">{text}</span> : text}
      </HeadCell>
    )
  })
  return (
    <Table caption={caption} className={classes('-mx-1 px-1', className)} head={<tr>{head}</tr>}>
      {children}
    </Table>
  )
}

/** The first press sorts in `first` direction, each next one reverses. */
function SortHead({
  list,
  column,
  children,
  number,
  deskOnly,
  className,
  first = 'ascending',
}: {
  list: ListState
  column: string
  children: ReactNode
  number?: boolean
  deskOnly?: boolean
  className?: string
  first?: 'ascending' | 'descending'
}) {
  const on = list.sort.column === column
  return (
    <HeadCell
      number={number}
      deskOnly={deskOnly}
      className={className}
      aria-sort={on ? (list.sort.ascending ? 'ascending' : 'descending') : undefined}
    >
      <button
        type="button"
        className={classes(
          'inline-flex min-h-6 cursor-pointer items-center gap-1 hover:text-ink',
          number && 'flex-row-reverse',
        )}
        onClick={() => list.setSort({ column, ascending: on ? !list.sort.ascending : first === 'ascending' })}
      >
        {children}
        <svg
          viewBox="0 0 8 8"
          aria-hidden="true"
          className={`-mt-0.5 size-2 fill-current ${on ? '' : 'invisible'} ${list.sort.ascending ? '' : 'rotate-180'}`}
        >
          <path d="M4 1 8 7H0z" />
        </svg>
      </button>
    </HeadCell>
  )
}
