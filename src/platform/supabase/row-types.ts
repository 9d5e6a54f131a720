import type { Database } from './database.types.ts'

type Relations = Database['public']['Tables'] & Database['public']['Views']
type Functions = Database['public']['Functions']
type Relation = keyof Relations

/** The names in a comma-separated list of columns. */
type Listed<Columns extends string> = Columns extends `${infer First},${infer Rest}` ? First | Listed<Rest> : Columns

/** A row of a table or view with these columns; unknown when it lacks one, so that no parser of rows fits it. */
export type RowOf<R extends Relation, Columns extends string> = [Listed<Columns>] extends [keyof Relations[R]['Row']]
  ? Pick<Relations[R]['Row'], Listed<Columns>>
  : unknown

type Returned<F extends keyof Functions> = Functions[F]['Returns'] extends readonly (infer Row)[] ? Row : never

/** A row that a function of the database returns, and its columns that may be null: the generated types leave that out. */
export type RowFrom<F extends keyof Functions, Nullable extends keyof Returned<F>> = Omit<Returned<F>, Nullable> & {
  [Column in Nullable]: Returned<F>[Column] | null
}
