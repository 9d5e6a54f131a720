import { wantedWords } from '#platform/text/fold.ts'
import { asIs, list, number, orNull, row, text } from '#platform/text/wire.ts'
import { yieldToMain } from '#platform/device/yield-to-main.ts'
import { failed, ok, type Result } from '#platform/failure/failure.ts'
import { callRead, parsed } from './call.ts'
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
    // One condition: of several on a column the embedded backend knows only the last.
    const words = contains ? [] : wordPatterns(query.search).map((pattern) => `search_words.like.${pattern}`)
    if (words.length > 0) rows = rows.or(`and(${words.join(',')})`)
    return rows
      .order(query.sort.column, sortedBy(query.sort, nullable))
      .order('id')
      .range(...rangeOf(query))
  }, parse)

type Functions = Database['public']['Functions']

/** Rows of the function `all`, or those that `found`, which has the same rows, finds by its arguments (null: no search), counted. */
export const searched = <All extends keyof Functions, Found extends keyof Functions>(
  client: Backend,
  [all, found]: [All, Found],
  search: Functions[Found]['Args'] | null,
  tests?: boolean,
): ReturnType<typeof client.rpc<All>> =>
  anyTable(client).rpc(search ? found : all, search ?? undefined, (search ?? tests) ? { count: 'exact' } : {})

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

/** How the rows of a file are read: each becomes a line at once, so that only lines are kept. */
export interface Reading<T, L = string> {
  line: (row: T) => L
  /** Called after each page; `total` is null for a search. */
  onRows?: (rows: number, total: number | null) => void
  /** Ends the requests under way, and the answer is a failure. */
  signal?: AbortSignal
}

/** A list as `read_file_rows` knows it, and its order. */
export interface FileQuery extends Pick<ListQuery, 'sort' | 'event' | 'tests'> {
  list: 'bookings' | 'payments' | 'refunds' | 'users'
  search: string | undefined
  filter: string | null
}

const parsePage = row({
  columns: list(text),
  rows: list(list(asIs<unknown>())),
  next: orNull(text),
  total: orNull(number),
})

/** Rows between two of which the page handles input. */
const AT_ONCE = 500

/**
 * Reads all rows for a file in pages by id, the next while one is turned into lines, then sorts; empty values last. What changes
 * meanwhile is there once, as it was before or after. After a failure the caller aborts `signal`.
 */
export async function readFile<T, L = T>(
  { list, search, filter, event, tests = false, sort }: FileQuery,
  parse: (row: never) => T,
  { line = (row) => row as never, onRows, signal }: Partial<Reading<T, L>> = {},
): Promise<Result<L[]>> {
  const ask = (after: string | null): Promise<Result<string>> =>
    callRead<string>(async () => {
      const client = await backend({ console: true })
      const args = { p_list: list, p_search: search, p_filter: filter ?? undefined, p_event: event, p_tests: tests }
      const asked = client.rpc('read_file_rows', { ...args, p_after: after ?? undefined })
      return signal ? asked.abortSignal(signal) : asked
    }, signal)
  const lines: { line: L; by: unknown }[] = []
  let total: number | null = null
  let asked = ask(null)
  for (let after: string | null = null; ;) {
    const page = parsed(await asked, (answer) => parsePage(JSON.parse(answer) as never))
    if (!page.ok) return page
    const { columns, rows, next } = page.value
    if (next !== null && after !== null && next <= after) return failed('server', 'pages do not advance')
    if (next !== null) asked = ask(next)
    const sorted = columns.indexOf(sort.column)
    for (let from = 0; from < rows.length; from += AT_ONCE) {
      const some = parsed(ok(rows.slice(from, from + AT_ONCE)), (values) =>
        values.map((row) => ({
          line: line(parse(wireOf(columns, row) as never)),
          by: isNumeric(row[sorted]) ? Number(row[sorted]) : row[sorted],
        })),
      )
      if (!some.ok) return some
      lines.push(...some.value)
      await yieldToMain()
      if (signal?.aborted) return failed('unreachable', 'stopped')
    }
    total ??= page.value.total
    onRows?.(lines.length, total)
    if (next === null) break
    after = next
  }
  return ok(lines.sort((a, b) => compare(a.by, b.by, sort.ascending)).map((one) => one.line))
}

function wireOf(columns: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const wire: Record<string, unknown> = {}
  for (const [at, column] of columns.entries()) wire[column] = values[at]
  return wire
}

function compare(a: unknown, b: unknown, ascending: boolean): number {
  const noA = a === null || a === undefined
  const noB = b === null || b === undefined
  if (noA || noB) return Number(noA) - Number(noB)
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : String(a) < String(b) ? -1 : Number(a !== b)
  return ascending ? order : -order
}

const isNumeric = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d{1,15}(\.\d+)?$/.test(value))
