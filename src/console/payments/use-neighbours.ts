import { useEffect, useRef, useState } from 'react'
import { PAGE_SIZE } from '../kit/list/list-state.ts'

interface WalkInput {
  rows: readonly { id: string }[]
  total: number
  /** There are more than `total`. */
  more: boolean
  page: number
  /** The rows are those of `page`. */
  current: boolean
  /** The id that is open, or null. */
  open: string | null
  show: (id: string) => void
  setPage: (page: number) => void
}

/**
 * Where the open payment stands in the list, and the ways to its neighbours, over the edges of pages. A payment that
 * has just been decided leaves the pending list: its neighbours are then those of the place where it stood.
 */
export function useNeighbours({ rows, total, more, page, current, open, show, setPage }: WalkInput): {
  /** From 1 over all pages; null when the open one is not in the list (any more). */
  position: number | null
  next: (() => void) | null
  previous: (() => void) | null
} {
  const at = rows.findIndex((row) => row.id === open)
  const [stood, setStood] = useState(0)
  if (at >= 0 && at !== stood) setStood(at)
  /** The page has been turned: this end of it is to be opened when its rows are there. */
  const wanted = useRef<{ page: number; end: 'first' | 'last' } | null>(null)

  useEffect(() => {
    const turn = wanted.current
    if (!turn || !current || turn.page !== page) return
    wanted.current = null
    const row = turn.end === 'first' ? rows[0] : rows.at(-1)
    if (row) show(row.id)
  }, [rows, current, page, show])

  const { next, previous } = neighbours(at, stood, rows.length)
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

/** Indexes of the neighbours on this page; `at` is -1 when the open row has left, and `stood` is where it was. */
export function neighbours(at: number, stood: number, rows: number): { next: number | null; previous: number | null } {
  // What stood behind it has moved up into its place.
  const next = at >= 0 ? at + 1 : stood
  const previous = (at >= 0 ? at : stood) - 1
  return { next: next < rows ? next : null, previous: previous >= 0 && previous < rows ? previous : null }
}
