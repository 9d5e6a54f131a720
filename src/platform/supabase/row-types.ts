import type { Database } from './database.types.ts'

type Relations = Database['public']['Tables'] & Database['public']['Views']
type Relation = keyof Relations

type Listed<Columns extends string> = Columns extends `${infer First},${infer Rest}` ? First | Listed<Rest> : Columns

/** A row with these columns; unknown when one does not exist, so that no parser fits. */
export type RowOf<R extends Relation, Columns extends string> = [Listed<Columns>] extends [keyof Relations[R]['Row']]
  ? Pick<Relations[R]['Row'], Listed<Columns>>
  : unknown
