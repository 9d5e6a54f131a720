import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Failure } from '#platform/failure/failure.ts'
import { Button } from '#ui/controls/button.tsx'
import { Empty, Bar, Skeleton } from '#ui/display/note.tsx'
import { useConcert } from '../concert.ts'
import { FailureNote } from '../form/form-frame.tsx'
import type { Page } from '#platform/supabase/list-query.ts'
import { count } from '#ui/format.ts'
import { PAGE_SIZE, type ListState } from './list-state.ts'
import { TextField } from '#ui/controls/field.tsx'
import { classes } from '#ui/controls/classes.ts'
import { Chip } from '#ui/controls/chip.tsx'
import { StateMark } from '#ui/display/state-mark.tsx'

/** The words of a link and where it leads. */
export type PageLink = readonly [words: string, to: string]

/** Heads a page; under the head of a concert, only its links and buttons are left of it. */
export function PageHead({
  title,
  links = [],
  children,
}: {
  title: string
  links?: readonly PageLink[]
  children?: ReactNode
}) {
  const inConcert = useConcert() !== null
  const ways =
    children || links.length > 0 ? (
      <div className={classes('flex flex-wrap items-center gap-4 print:hidden', inConcert && 'mb-4')}>
        {links.map(([words, to]) => (
          <Link key={to} className="link" to={to}>
            {words}
          </Link>
        ))}
        {children}
      </div>
    ) : null
  if (inConcert) return ways
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <h1 className="head-5 text-[1.75rem]">{title}</h1>
      {ways}
    </div>
  )
}

/** Shows a titled part of a page, which is a region of that name. `aside`: a few words in the title's line. */
export function Section({ title, aside, children }: { title: string; aside?: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0 break-inside-avoid">
      <h2 className="section-head head-4">
        {title}
        {aside === undefined ? null : <span className="text-1 font-text text-muted">{aside}</span>}
      </h2>
      {children}
    </section>
  )
}

/** Says what could not be loaded and why, with a button that tries again; shows nothing without a failure. */
export function ListFailure({
  message,
  failure,
  onRetry,
}: {
  message: string
  failure: Failure | null
  onRetry: () => unknown
}) {
  return (
    <FailureNote failure={failure} title={message} className="my-4">
      <Button kind="line" small className="mt-2" onClick={() => void onRetry()}>
        Try Again
      </Button>
    </FailureNote>
  )
}

export function ListSkeleton() {
  return (
    <Skeleton className="mt-4">
      {Array.from({ length: 8 }, (_, row) => (
        <div key={row} className="flex h-[41px] items-center gap-6 border-b border-rule">
          <Bar dark className="w-1/4" />
          <Bar className="w-1/3" />
          <Bar className="ml-auto w-16" />
        </div>
      ))}
    </Skeleton>
  )
}

export function NoRows({
  noun,
  searched,
  onClear,
  children,
}: {
  /** Plural, lower case. */
  noun: string
  searched: boolean
  onClear: () => void
  children: ReactNode
}) {
  if (!searched) return <Empty title={`No ${noun}`}>{children}</Empty>
  return (
    <Empty
      title={`No ${noun} match`}
      action={
        <Button kind="line" onClick={onClear}>
          Clear the search
        </Button>
      }
    >
      Nothing contains what you searched for.
    </Empty>
  )
}

/** Returns '12', or '1,000+' when the count stops there. */
export const totalText = ({ total, more }: Pick<Page<unknown>, 'total' | 'more'>): string =>
  more ? `${count(total)}+` : count(total)

export function Pager({
  page,
  pageSize = PAGE_SIZE,
  total,
  more = false,
  shown,
  onPage,
}: {
  page: number
  pageSize?: number
  total: number
  /** There are more rows than `total`. */
  more?: boolean
  shown: number
  onPage: (page: number) => void
}) {
  if (total <= pageSize && page === 1) return null
  const first = (page - 1) * pageSize + 1
  const pages = Math.max(1, Math.ceil(total / pageSize))
  // Past the counted rows, a full page may have another one after it.
  const isLast = page >= pages && !(more && shown === pageSize)
  return (
    <nav aria-label="Pages" className="mt-4 flex flex-wrap items-center gap-3">
      <Button
        kind="line"
        small
        disabled={page <= 1}
        onClick={() => onPage(more ? page - 1 : Math.min(page - 1, pages))}
      >
        Previous
      </Button>
      <Button kind="line" small disabled={isLast} onClick={() => onPage(page + 1)}>
        Next
      </Button>
      <p className="text-2 text-muted tabular-nums">
        {shown === 0 ? `Nothing on page ${count(page)}` : `${count(first)}–${count(first + shown - 1)}`} of{' '}
        {totalText({ total, more })}
      </p>
    </nav>
  )
}

/** A search asks the server once nothing was typed for so long. */
export const SEARCH_PAUSE_MS = 300

export function SearchBox({
  label,
  hint,
  value,
  onSearch,
  className,
}: {
  label: string
  hint?: string
  value: string
  /** `stay` restores the words of the last search. */
  onSearch: (text: string, stay: () => void) => void
  className?: string
}) {
  const [text, setText] = useState(value)
  const [sent, setSent] = useState(value)
  const [known, setKnown] = useState(value)

  if (value !== known) {
    setKnown(value)
    // The address changed elsewhere (Back, a tab).
    if (value !== sent) {
      setSent(value)
      setText(value)
    }
  }

  useEffect(() => {
    const clean = text.trim()
    if (clean === sent) return
    const timer = setTimeout(() => {
      setSent(clean)
      onSearch(clean, () => {
        setSent(value)
        setText(value)
      })
    }, SEARCH_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, sent, value, onSearch])

  return (
    <TextField
      className={className}
      label={label}
      hint={hint}
      type="search"
      name="q"
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  )
}

/** Returns true when the address asks for test orders alone (`tests=only`). */
export const testsOf = (list: ListState): true | undefined => (list.get('tests') === 'only' ? true : undefined)

export function TestsFilter({ list, className }: { list: ListState; className?: string }) {
  const on = testsOf(list) === true
  return (
    <div className={className} role="group" aria-label="Tests">
      <Chip on={on} onClick={() => list.set({ tests: on ? null : 'only' })}>
        Test orders only
      </Chip>
    </div>
  )
}

export function TestTag() {
  return (
    <StateMark kind="info" tag>
      TEST
    </StateMark>
  )
}
