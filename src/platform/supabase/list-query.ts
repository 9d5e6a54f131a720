import { wantedWords } from '#platform/text/fold.ts'
import { failed, ok, type Result } from '#platform/failure/failure.ts'
import { callRead, parsed, type Answer } from './call.ts'
import { asStaff } from './ask.ts'
import { anyTable, backend, type Backend } from './client.ts'
import type { Database } from './database.types.ts'

export interface ListQuery {
  search: string
  sort: { column: string; ascending: boolean }
  /** From 1. */
  page: number
  pageSize: number
  /** Only rows of this event, the newest MAX_COUNTED_ROWS, as in a search. */
  event?: string | undefined
  /** True: only test orders, false: none of them. */
  tests?: boolean | undefined
}

export interface Page<T> {
  rows: T[]
  total: number
  more: boolean
}

/** Counts stop here, and a search lists this many of the newest; as the database's private.most_found(). */
export const MAX_COUNTED_ROWS = 1_000

const MAX_SEARCH_CHARACTERS = 100

/** Returns PostgREST's `or` condition; null for an empty text. Special characters match any character. */
export function containsText(columns: readonly string[], text: string): string | null {
  const clean = text.trim().slice(0, MAX_SEARCH_CHARACTERS)
  if (clean === '') return null
  // The embedded backend takes quotes inside `or` literally.
  const pattern = `%${clean.replace(/[,(){}"\\%*]/g, '_')}%`
  return columns.map((column) => `${column}.ilike.${pattern}`).join(',')
}

/** Returns PostgREST's patterns for a list's `search_words`, one a typed word; a text without words finds no row. */
export function wordPatterns(text: string): string[] {
  const clean = text.trim().slice(0, MAX_SEARCH_CHARACTERS)
  const words = wantedWords(clean)
  return clean !== '' && words.length === 0 ? ['!'] : words.map((word) => `%${word}%`)
}

/** Returns the part of a search text to send; undefined for an empty text. */
export const searchText = (text: string): string | undefined => text.trim().slice(0, MAX_SEARCH_CHARACTERS) || undefined

/** Sorts with empty values last, but only for nullable columns: an index serves `desc`, not `desc nulls last`. */
export const sortedBy = (
  { ascending, column }: ListQuery['sort'],
  nullable: readonly string[],
): { ascending: boolean; nullsFirst?: boolean } =>
  nullable.includes(column) ? { ascending, nullsFirst: false } : { ascending }

export function rangeOf({ page, pageSize }: Pick<ListQuery, 'page' | 'pageSize'>): [number, number] {
  return [(page - 1) * pageSize, page * pageSize - 1]
}

interface Counted<R> {
  data: R[] | null
  error: unknown
  status?: number
  count?: number | null
}

/** PostgREST's status (PGRST103) for a page beyond the last row. */
const OUT_OF_RANGE = 416

/** Runs a query made with `count: 'exact'`. A page beyond the last is empty. */
export async function readList<R, T>(run: () => Promise<Counted<R>>, parse: (row: R) => T): Promise<Result<Page<T>>> {
  const answer = await callRead(async () => {
    const { data, error, status, count } = await run()
    if (error && status === OUT_OF_RANGE) return { data: { rows: [], total: totalOf(error) }, error: null, status: 200 }
    return { data: data && { rows: data, total: count ?? data.length }, error, status }
  })
  return parsed(answer, ({ rows, total }) => ({ rows: rows.map(parse), total, more: false }))
}

interface Listed<R> extends PromiseLike<Counted<R>> {
  like(column: string, pattern: string): this
  or(condition: string): this
  order(column: string, options?: { ascending?: boolean; nullsFirst?: boolean }): this
  range(from: number, to: number): this
}

/**
 * Reads a page of a table, of rows counted exactly. Searches its column `search_words`, or the columns of `contains`;
 * `nullable` as of sortedBy().
 */
export const readTable = <R, T>(
  query: ListQuery,
  rowsOf: (client: Backend) => Listed<R>,
  parse: (row: R) => T,
  { contains, nullable = [] }: { contains?: readonly string[]; nullable?: readonly string[] } = {},
): Promise<Result<Page<T>>> =>
  readList(async () => {
    let rows = rowsOf(await backend({ console: true }))
    const condition = contains && containsText(contains, query.search)
    if (condition) rows = rows.or(condition)
    if (!contains) for (const pattern of wordPatterns(query.search)) rows = rows.like('search_words', pattern)
    return rows
      .order(query.sort.column, sortedBy(query.sort, nullable))
      .order('id')
      .range(...rangeOf(query))
  }, parse)

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

type Functions = Database['public']['Functions']

/**
 * Rows of the function `all`, or those that `found`, which has the same rows, finds by its arguments (null: no search). Only
 * a page is counted; `every` asks for the rows after an id instead, for `readEvery`.
 */
export const searched = <All extends keyof Functions, Found extends keyof Functions>(
  client: Backend,
  [all, found]: [All, Found],
  search: Functions[Found]['Args'] | null,
  { every, tests }: { every?: { after: string | null } | undefined; tests?: boolean | undefined },
): ReturnType<typeof client.rpc<All>> =>
  anyTable(client).rpc(
    search ? found : all,
    search && every ? { ...search, p_after: every.after ?? FIRST_ID } : (search ?? undefined),
    (search ?? tests) && !every ? { count: 'exact' } : {},
  )

export interface LongList {
  name: 'payments' | 'bookings' | 'refunds' | 'users' | 'messages'
  filter: string | null
}

/** Reads one page and the count in parallel. `run` counts exactly for a search, an event and tests. */
export async function readLongList<R, T>(
  list: LongList,
  { search, event, tests }: ListQuery,
  run: () => Promise<Counted<R>>,
  parse: (row: R) => T,
): Promise<Result<Page<T>>> {
  const searched = searchText(search) !== undefined || event !== undefined || tests === true
  const [page, counted] = await Promise.all([readList(run, parse), searched ? null : countListed(list)])
  if (!page.ok) return page
  if (counted && !counted.ok) return counted
  const count = counted ? counted.value : page.value.total
  return ok({ rows: page.value.rows, total: Math.min(count, MAX_COUNTED_ROWS), more: count > MAX_COUNTED_ROWS })
}

export const countListed = ({ name, filter }: LongList): Promise<Result<number>> =>
  asStaff.read('count_listed', { p_list: name, p_filter: filter ?? undefined }, Number)

/** Reads 'An offset of 50 was requested, but there are only 40 rows.' */
function totalOf(error: unknown): number {
  const details = (error as { details?: unknown }).details
  const found = typeof details === 'string' ? /only (\d+) rows?/.exec(details) : null
  return found ? Number(found[1]) : 0
}

/** Reads all rows in pages after the last key, so that changes shift no page, then sorts; empty values last. */
export async function readEvery<R extends object, T>(
  page: (after: string | null) => PromiseLike<Answer<R[]>>,
  { key, sort, parse, onRows }: Every<R, T>,
): Promise<Result<T[]>> {
  const rows: R[] = []
  const valueOf = (row: R | undefined, column: string): unknown => row?.[column as keyof R]
  let after: string | null = null
  for (;;) {
    const from: string | null = after
    const answer: Result<R[]> = await callRead<R[]>(async () => page(from))
    if (!answer.ok) return answer
    if (answer.value.length === 0) break
    rows.push(...answer.value)
    const last = String(valueOf(rows.at(-1), key))
    if (from !== null && last <= from) return failed('server', 'pages do not advance')
    after = last
    onRows?.(rows.length)
  }
  return parsed(
    ok(rows.toSorted((a, b) => compare(valueOf(a, sort.column), valueOf(b, sort.column), sort.ascending))),
    (all) => all.map(parse),
  )
}

interface Every<R, T> {
  /** A unique, selected text column that sorts as in the database. */
  key: string
  sort: ListQuery['sort']
  parse: (row: R) => T
  onRows?: (n: number) => void
}

function compare(a: unknown, b: unknown, ascending: boolean): number {
  const noA = a === null || a === undefined
  const noB = b === null || b === undefined
  if (noA || noB) return Number(noA) - Number(noB)
  const order = isNumeric(a) && isNumeric(b) ? Number(a) - Number(b) : String(a) < String(b) ? -1 : Number(a !== b)
  return ascending ? order : -order
}

const isNumeric = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d{1,15}(\.\d+)?$/.test(value))
