import { classes } from '#ui/controls/classes.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { count } from '#ui/format.ts'
import { Icon } from '#ui/controls/icon.tsx'
import { useEffect, useRef, useState } from 'react'
import { PAGE_SIZE } from '#console/kit/list/list-state.ts'

export function NeighbourButtons({
  position,
  total,
  onNext,
  onPrevious,
  className,
}: {
  position: number | null
  total: string
  onNext: (() => void) | null
  onPrevious: (() => void) | null
  className?: string
}) {
  return (
    <div className={classes('flex items-center justify-end gap-1 text-2 text-muted tabular-nums', className)}>
      {position === null ? null : (
        <span className="mr-2">
          {count(position)} of {total}
        </span>
      )}
      <IconButton label="Previous payment" disabled={!onPrevious} onClick={onPrevious ?? undefined}>
        <Icon name="back" />
      </IconButton>
      <IconButton label="Next payment" disabled={!onNext} onClick={onNext ?? undefined}>
        <Icon name="back" className="rotate-180" />
      </IconButton>
    </div>
  )
}

interface WalkInput {
  rows: readonly { id: string }[]
  total: number
  /** There are more payments than `total`. */
  more: boolean
  page: number
  /** `rows` belong to `page`. */
  current: boolean
  open: string | null
  show: (id: string) => void
  setPage: (page: number) => void
}

/** Finds the neighbours across pages. A payment that left the list keeps the neighbours of its last position. */
export function useNeighbours({ rows, total, more, page, current, open, show, setPage }: WalkInput): {
  /** From 1, over all pages; null when the open payment is not in the list. */
  position: number | null
  next: (() => void) | null
  previous: (() => void) | null
} {
  const at = rows.findIndex((row) => row.id === open)
  const [lastAt, setLastAt] = useState(0)
  if (at >= 0 && at !== lastAt) setLastAt(at)
  /** The end of the next page to open when its rows arrive. */
  const wanted = useRef<{ page: number; end: 'first' | 'last' } | null>(null)

  useEffect(() => {
    const turn = wanted.current
    if (!turn || !current || turn.page !== page) return
    wanted.current = null
    const row = turn.end === 'first' ? rows[0] : rows.at(-1)
    if (row) show(row.id)
  }, [rows, current, page, show])

  const { next, previous } = neighbours(at, lastAt, rows.length)
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE))
  const another = page < pages || (more && rows.length === PAGE_SIZE)
  const turn = (to: number, end: 'first' | 'last') => () => {
    wanted.current = { page: to, end }
    setPage(to)
  }
  const goTo = (index: number) => () => show(rows[index]!.id)
  return {
    position: at < 0 ? null : (page - 1) * PAGE_SIZE + at + 1,
    next: next !== null ? goTo(next) : another ? turn(page + 1, 'first') : null,
    previous: previous !== null ? goTo(previous) : page > 1 ? turn(page - 1, 'last') : null,
  }
}

/** Returns indexes on this page; `at` is -1 when the open row has left, `lastAt` is where it was. */
export function neighbours(at: number, lastAt: number, rows: number): { next: number | null; previous: number | null } {
  // The row after it has moved up.
  const next = at >= 0 ? at + 1 : lastAt
  const previous = (at >= 0 ? at : lastAt) - 1
  return { next: next < rows ? next : null, previous: previous >= 0 && previous < rows ? previous : null }
}
