import type { Database } from './database.types.ts'

type Relations = Database['public']['Tables'] & Database['public']['Views']
type Functions = Database['public']['Functions']
type Relation = keyof Relations

type Listed<Columns extends string> = Columns extends `${infer First},${infer Rest}` ? First | Listed<Rest> : Columns

/** A row with these columns; unknown when one does not exist, so that no parser fits. */
export type RowOf<R extends Relation, Columns extends string> = [Listed<Columns>] extends [keyof Relations[R]['Row']]
  ? Pick<Relations[R]['Row'], Listed<Columns>>
  : unknown

type Returned<F extends keyof Functions> = Functions[F]['Returns'] extends readonly (infer Row)[] ? Row : never

/** A row that a function returns; `Nullable` names the nullable columns, which the generated types leave out. */
export type RowFrom<F extends keyof Functions, Nullable extends keyof Returned<F>> = Omit<Returned<F>, Nullable> & {
  [Column in Nullable]: Returned<F>[Column] | null
}
