import { failed, ok, type FailureCode, type Result } from '#platform/failure/failure.ts'
import { asStaff } from './ask.ts'
import { call, type Answer } from './call.ts'
import { anyTable, backend, type Backend } from './client.ts'
import type { Database } from './database.types.ts'

type Tables = Database['public']['Tables']
type Table = keyof Tables
type Relations = Tables & Database['public']['Views']
type Relation = keyof Relations

type Listed<Columns extends string> = Columns extends `${infer First},${infer Rest}` ? First | Listed<Rest> : Columns

/** A row with these columns; unknown when one does not exist, so that no parser fits. */
export type RowOf<R extends Relation, Columns extends string> = [Listed<Columns>] extends [keyof Relations[R]['Row']]
  ? Pick<Relations[R]['Row'], Listed<Columns>>
  : unknown

const table = async (name: Table) => anyTable(await backend({ console: true })).from(name)

/** Reads the row that a query of staff finds. Fails with not_found. */
export async function readRow<R, T>(
  query: (client: Backend) => PromiseLike<Answer<R[]>>,
  parse: (row: R) => T,
): Promise<Result<T>> {
  const found = await asStaff.rows(query, ([row]) => (row === undefined ? null : { row: parse(row) }))
  if (!found.ok) return found
  return found.value ? ok(found.value.row) : failed('not_found')
}

/**
 * Adds a row under the caller's id. `readIt` looks for this id after a refusal: the answer to a first attempt may have been
 * lost, and the same id is the same row.
 */
export async function addRow<T extends Table>(
  name: T,
  row: Tables[T]['Insert'],
  readIt: () => Promise<Result<unknown>>,
): Promise<Result<null>> {
  const answer = await call<unknown>(async () => (await table(name)).insert(row))
  if (answer.ok) return ok(null)
  return answer.failure.code !== 'unreachable' && (await readIt()).ok ? ok(null) : answer
}

/** Changes columns of a row; fails with `missing` when there is none that the caller may change. */
export async function updateRow<T extends Table>(
  name: T,
  id: string | number,
  columns: Tables[T]['Update'],
  missing: FailureCode = 'not_found',
): Promise<Result<null>> {
  const answer = await call<unknown[]>(async () => (await table(name)).update(columns).eq('id', id).select('id'))
  if (!answer.ok) return answer
  return answer.value.length > 0 ? ok(null) : failed(missing)
}

/** Deletes a row; one that is gone counts as deleted. */
export async function deleteRow(name: Table, id: string): Promise<Result<null>> {
  const answer = await call<unknown>(async () => (await table(name)).delete().eq('id', id))
  return answer.ok ? ok(null) : answer
}
