import { useRef } from 'react'
import { CREDITS_PAGE, findCredits } from '#shop/bank/credits.api.ts'
import type { Credit, CreditState } from '#shop/bank/credit.ts'
import { ok, type Result } from '#platform/failure/failure.ts'
import { useLoaded, type Loaded } from '../../kit/use-loaded.ts'

interface CreditList {
  rows: readonly Credit[]
  /** There may be older ones. */
  more: boolean
}

/** Reads credits page by page: `grow` adds the next page, `reload` reads again what is shown. */
export function useCredits(
  search: string,
  state: CreditState | null,
): Loaded<CreditList> & { grow: () => Promise<Result<CreditList> | null> } {
  const question = JSON.stringify([search, state])
  const shown = useRef<{ of: string; rows: readonly Credit[] }>({ of: '', rows: [] })
  const growing = useRef(false)
  const load = async (): Promise<Result<CreditList>> => {
    const before = shown.current.of === question ? shown.current.rows : []
    const pages = growing.current ? 1 : Math.max(1, Math.ceil(before.length / CREDITS_PAGE))
    const from = growing.current ? before : []
    growing.current = false
    const found = await readPages({ search, state }, from, pages)
    if (found.ok) shown.current = { of: question, rows: found.value.rows }
    return found
  }
  const loaded = useLoaded(question, load, { list: question })
  const grow = () => {
    growing.current = true
    return loaded.reload()
  }
  return { ...loaded, grow }
}

async function readPages(
  query: { search: string; state: CreditState | null },
  from: readonly Credit[],
  pages: number,
): Promise<Result<CreditList>> {
  let rows = from
  for (let n = 0; n < pages; n += 1) {
    const page = await findCredits({ ...query, before: rows.at(-1)?.id ?? null })
    if (!page.ok) return page
    // The last row may have been taken back meanwhile; the list then begins anew.
    const known = new Set(rows.map(({ id }) => id))
    rows = [...rows, ...page.value.filter(({ id }) => !known.has(id))]
    if (page.value.length < CREDITS_PAGE) return ok({ rows, more: false })
  }
  return ok({ rows, more: true })
}
