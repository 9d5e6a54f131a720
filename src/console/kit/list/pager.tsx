import type { Page } from '#platform/supabase/list-query.ts'
import { Button } from '#ui/controls/button.tsx'
import { count } from '#ui/format.ts'
import { PAGE_SIZE } from './list-state.ts'

/** '12', or '1,000+' when the count stops there. */
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
