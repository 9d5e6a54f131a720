import { useState, type ReactNode } from 'react'
import type { ListQuery, Page } from '#platform/supabase/list-query.ts'
import type { Result } from '#platform/failure/failure.ts'
import { Button } from '#ui/controls/button.tsx'
import { Chip } from '#ui/controls/chip.tsx'
import { classes } from '#ui/controls/classes.ts'
import { count } from '#ui/format.ts'
import { toast } from '#ui/toast.tsx'
import { useConcert } from '../concert.ts'
import { ListFailure, ListSkeleton, NoRows, Pager, SearchBox } from './list-parts.tsx'
import { PAGE_SIZE, type ListState } from './list-state.ts'
import { InRows } from '../unsaved-work.ts'
import { useLoaded, type Loaded } from '../use-loaded.ts'

export interface Rows<Row> extends Loaded<Page<Row>> {
  query: ListQuery
  message: string
}

/** Reads the rows that the address names; never shows those of another `filter` (a tab, an event). */
export function useRows<Row>(
  list: ListState,
  {
    filter = '',
    event,
    tests,
    message,
    pageSize = PAGE_SIZE,
    load,
  }: {
    filter?: string
    event?: string
    tests?: boolean
    message: string
    pageSize?: number
    load: (query: ListQuery) => Promise<Result<Page<Row>>>
  },
): Rows<Row> {
  const query = { search: list.search, sort: list.sort, page: list.page, pageSize, event, tests }
  const loaded = useLoaded(JSON.stringify({ ...query, filter }), () => load(query), {
    list: [filter, event, tests].join(' '),
    onFailure: (_, again) => {
      if (!again) toast.error(message, { id: message })
    },
  })
  return { ...loaded, query, message }
}

export function ListFilters({
  list,
  label,
  hint,
  folds,
  children,
}: {
  list: ListState
  label: string
  hint?: string
  /** Behind a button on a phone; `open`: at first they are not, since they choose something. */
  folds?: { open: boolean }
  children?: ReactNode
}) {
  const [shown, setShown] = useState(folds?.open !== false || list.search !== '')
  return (
    <>
      {folds ? (
        <Button kind="line" small className="mt-3 desk:hidden" aria-expanded={shown} onClick={() => setShown(!shown)}>
          Search and filter
        </Button>
      ) : null}
      <div className={classes('mt-4 flex flex-wrap items-end gap-x-8 gap-y-4', !shown && 'max-desk:hidden')}>
        {/* Aligns with the field, not with its hint. */}
        {children ? <div className={hint ? 'desk:pb-6' : undefined}>{children}</div> : null}
        <div className="min-w-[240px] flex-1 desk:max-w-[400px]">
          <SearchBox label={label} hint={hint} value={list.search} onSearch={list.setSearch} />
        </div>
      </div>
    </>
  )
}

export function FilterChips<Value>({
  label,
  choices,
  value,
  onChoose,
}: {
  label: string
  choices: readonly { value: Value; label: string }[]
  value: Value
  onChoose: (value: Value) => void
}) {
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-2">
      {choices.map((one) => (
        <Chip key={one.label} on={value === one.value} onClick={() => onChoose(one.value)}>
          {one.label}
        </Chip>
      ))}
    </div>
  )
}

export function ListFrame<Row>({
  list,
  rows,
  noun,
  csv = false,
  empty,
  onRetry,
  children,
}: {
  list: ListState
  rows: Rows<Row>
  /** Plural, lower case. */
  noun: string
  csv?: boolean
  empty: ReactNode
  onRetry?: () => void
  children: (rows: readonly Row[]) => ReactNode
}) {
  const { value, failure, loading, message, reload, query } = rows
  const inConcert = useConcert() !== null
  const narrowed = list.search !== '' || (query.event !== undefined && !inConcert)
  return (
    <>
      <ListFailure message={message} failure={failure} onRetry={onRetry ?? reload} />
      {!value ? (
        loading && <ListSkeleton />
      ) : value.total === 0 ? (
        <NoRows noun={noun} searched={narrowed} onClear={() => list.set({ q: null, event: null })}>
          {empty}
        </NoRows>
      ) : (
        <>
          <InRows value>{children(value.rows)}</InRows>
          <Pager
            page={list.page}
            pageSize={query.pageSize}
            total={value.total}
            more={value.more}
            shown={value.rows.length}
            onPage={list.setPage}
          />
          {value.more && narrowed ? (
            <p className="mt-2 text-2 text-muted">
              More than {count(value.total)} {noun} match: these are the newest of them. Search for more words to see
              fewer{csv ? ', or download all of them as CSV' : ''}.
            </p>
          ) : null}
        </>
      )}
    </>
  )
}
