import { ok, type Result } from '#platform/failure/failure.ts'
import { call, parsed, type Answer } from './call.ts'

/** Backends cut longer answers silently. */
export const PAGE_ROWS = 1_000

/** Reads pages until one is empty. Fails with `server` when the key does not advance. Does not retry. */
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
