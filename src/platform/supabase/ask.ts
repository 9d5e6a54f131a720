import { failed, ok, type Result } from '#platform/failure/failure.ts'
import { list } from '#platform/text/wire.ts'
import { call, callRead, parsed, type Answer } from './call.ts'
import { anyTable, backend, publicBackend, type Backend } from './client.ts'
import type { Database, Json } from './database.types.ts'

type Functions = Database['public']['Functions']
type Name = keyof Functions
/** What a function returns. The types do not know what JSON has: its parser checks that. */
type Answered<N extends Name> = Json extends Functions[N]['Returns'] ? never : Functions[N]['Returns']

/** Backends cut longer answers silently. */
export const PAGE_ROWS = 1_000

interface Pageable<R> extends PromiseLike<Answer<R[]>> {
  gt(column: 'id', value: string): this
  order(column: 'id'): this
  limit(rows: number): this
}

function asking(client: () => Promise<Backend>) {
  const through =
    (run: typeof call) =>
    async <N extends Name, T = null>(
      name: N,
      args: Functions[N]['Args'],
      parse: (answer: Answered<N>) => T = (() => null) as () => T,
    ): Promise<Result<T>> =>
      parsed(await run<Answered<N>>(async () => anyTable(await client()).rpc(name, args)), parse)
  return {
    /** Calls a function of the database once and reads its answer; resolves to null without a parser. */
    call: through(call),
    /** As `call`, repeated while the failure may pass. */
    read: through(callRead),
    /** Reads the rows of a query, repeated while the failure may pass. */
    rows: async <R, T>(query: (client: Backend) => PromiseLike<Answer<R>>, parse: (rows: R) => T): Promise<Result<T>> =>
      parsed(await callRead<R>(async () => query(await client())), parse),
    /** Reads pages of a query by id until one is empty. Fails with `server` when the ids do not advance. Does not retry. */
    pages: async <R, T>(
      query: (client: Backend) => Pageable<R>,
      parse: (row: R) => T,
      pageRows = PAGE_ROWS,
    ): Promise<Result<T[]>> => {
      const all: T[] = []
      let after: string | null = null
      do {
        const from: string | null = after
        const answer: Result<R[]> = await call<R[]>(async () => {
          const rows = query(await client())
          return (from === null ? rows : rows.gt('id', from)).order('id').limit(pageRows)
        })
        const page: Result<T[]> = parsed(answer, list(parse))
        if (!answer.ok || !page.ok) return page
        after = (answer.value.at(-1) as { id: string } | undefined)?.id ?? null
        if (after !== null && from !== null && after <= from) return failed('server', 'pages do not advance')
        all.push(...page.value)
      } while (after !== null)
      return ok(all)
    },
  }
}

/** Asks the database for the signed-in person. */
export const asPerson = asking(() => backend())
/** Asks the database for staff, in the console. */
export const asStaff = asking(() => backend({ console: true }))
/** Asks the database without a session. */
export const asVisitor = asking(() => publicBackend())
