import { ok, type Result } from '#platform/failure/failure.ts'
import { call, parsed, type Answer } from './call.ts'

/** Rows of one answer. Backends cut longer ones silently, so everything is read in pages. */
export const PAGE_ROWS = 1_000

/**
 * Reads page after page until one is empty. A key that does not advance is the server's mistake, not an endless loop.
 * Not repeated on failure: whoever syncs comes again by himself, and a whole round of repeats would only add to an
 * outage.
 */
export async function readPages<R, T>(
  page: (after: string | null) => PromiseLike<Answer<R[]>>,
  keyOf: (row: R) => string,
  parse: (row: R) => T,
): Promise<Result<T[]>> {
  const rows: T[] = []
  let after: string | null = null
  for (;;) {
    const from: string | null = after
    const answer: Result<R[]> = await call<R[]>(async () => page(from))
    const some: Result<{ rows: T[]; last: string | null }> = parsed(answer, (data) => {
      if (!Array.isArray(data)) throw new TypeError('not a list')
      const newest = data.at(-1)
      const last = newest === undefined ? null : keyOf(newest)
      if (last !== null && from !== null && last <= from) throw new RangeError('pages do not advance')
      return { rows: data.map(parse), last }
    })
    if (!some.ok) return some
    if (some.value.last === null) return ok(rows)
    rows.push(...some.value.rows)
    after = some.value.last
  }
}
