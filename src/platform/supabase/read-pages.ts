import { ok, type Result } from '#platform/failure/failure.ts'
import { call, parsed, type Answer } from './call.ts'

/** Rows of one answer. Backends cut longer ones silently, so everything is read in pages. */
export const PAGE_ROWS = 1_000

// oxlint-disable-next-line no-explicit-any -- rows as they come over the wire, before parsing
type Raw = any

/**
 * Reads page after page until one is empty. A key that does not advance is the server's mistake, not an endless loop.
 * Not repeated on failure: whoever syncs comes again by himself, and a whole round of repeats would only add to an
 * outage.
 */
export async function readPages<T>(
  page: (after: string | null) => PromiseLike<Answer<Raw[]>>,
  keyOf: (row: Raw) => string,
  parse: (row: Raw) => T,
): Promise<Result<T[]>> {
  const rows: T[] = []
  let after: string | null = null
  for (;;) {
    const from: string | null = after
    const answer: Result<Raw[]> = await call<Raw[]>(async () => page(from))
    const some: Result<{ rows: T[]; last: string | null }> = parsed(answer, (data) => {
      if (!Array.isArray(data)) throw new TypeError('not a list')
      const last = data.length > 0 ? keyOf(data[data.length - 1]) : null
      if (last !== null && from !== null && last <= from) throw new RangeError('pages do not advance')
      return { rows: data.map(parse), last }
    })
    if (!some.ok) return some
    if (some.value.last === null) return ok(rows)
    rows.push(...some.value.rows)
    after = some.value.last
  }
}
