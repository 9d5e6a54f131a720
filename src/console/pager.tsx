import { Button } from '#ui/button.tsx'
import { count } from '#ui/format.ts'
import { PAGE_SIZE } from './list-state.ts'

/** Which rows of how many, and the way to the neighbouring pages. Nothing when all rows are on the page. */
export function Pager({
  page,
  pageSize = PAGE_SIZE,
  total,
  onPage,
}: {
  page: number
  pageSize?: number
  total: number
  onPage: (page: number) => void
}) {
  if (total <= pageSize && page === 1) return null
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const first = (page - 1) * pageSize + 1
  const last = Math.min(page * pageSize, total)
  return (
    <nav aria-label="Pages" className="mt-4 flex flex-wrap items-center gap-3">
      <Button kind="line" small disabled={page <= 1} onClick={() => onPage(Math.min(page - 1, pages))}>
        Previous
      </Button>
      <Button kind="line" small disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
      <p className="text-2 text-muted tabular-nums">
        {first > last ? `Nothing on page ${count(page)}` : `${count(first)}–${count(last)}`} of {count(total)}
      </p>
    </nav>
  )
}
