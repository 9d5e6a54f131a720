import { iso, ms } from '#platform/text/instant.ts'

/** Reads one value of an answer; throws a TypeError or RangeError for one of another kind. Any such function is one. */
export type Codec<T> = (value: never) => T
/** What a codec returns. */
export type Of<C> = C extends Codec<infer T> ? T : never

type Fields = Readonly<Record<string, Codec<unknown>>>
type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : Name
type ColumnOf<Name extends string, C> = C extends { column: infer Column extends string } ? Column : Snake<Name>
type Wire<F extends Fields> = { [Name in keyof F & string as Exclude<ColumnOf<Name, F[Name]>, ''>]: unknown }
type Read<F extends Fields> = { [Name in keyof F]: Of<F[Name]> }

const columnIn = (name: string, codec: Codec<unknown>): string =>
  (codec as { column?: string }).column ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * Reads a row: the field `soldAt` from the column `sold_at`, or as `from` and `whole` say. An error begins with the column.
 * The type checker finds a column that a typed row lacks.
 */
export function row<F extends Fields>(fields: F): (wire: Wire<F>) => Read<F> {
  const columns = Object.entries(fields).map(([name, codec]) => ({ name, column: columnIn(name, codec), codec }))
  return (wire) => {
    if (typeof wire !== 'object' || wire === null) throw new TypeError('not a row')
    const found: Record<string, unknown> = {}
    for (const { name, column, codec } of columns) {
      try {
        found[name] = codec((column === '' ? wire : wire[column as keyof typeof wire]) as never)
      } catch (error) {
        if (error instanceof Error) error.message = `${column || name}: ${error.message}`
        throw error
      }
    }
    return found as Read<F>
  }
}

/** Returns the columns that `row` reads these fields from, with the fields' values as they are. */
export const columnsOf = <F extends Fields, V extends { readonly [Name in keyof F]: unknown }>(
  fields: F,
  values: V,
): { [Name in keyof F & string as ColumnOf<Name, F[Name]>]: V[Name] } =>
  Object.fromEntries(Object.entries(fields).map(([name, codec]) => [columnIn(name, codec), values[name]])) as never

/** Reads a field from a column of another name. */
export const from = <Column extends string, T>(column: Column, codec: Codec<T>): Codec<T> & { column: Column } =>
  Object.assign((value: never) => codec(value), { column })

/** Reads a field from several columns: the codec gets the row. */
export const whole = <T>(codec: Codec<T>): Codec<T> & { column: '' } => from('', codec)

/** Returns the fallback for null and for what is missing. */
export const or =
  <T, F>(codec: Codec<T>, fallback: F) =>
  (value: unknown): T | F =>
    value === null || value === undefined ? fallback : codec(value as never)
export const orNull = <T>(codec: Codec<T>) => or(codec, null)

const refuse = (message: string): never => {
  throw new TypeError(message)
}

/** Backends may send numbers as text. */
export function number(value: unknown): number {
  const read = typeof value === 'number' || (typeof value === 'string' && value !== '') ? Number(value) : NaN
  if (!Number.isFinite(read)) throw new RangeError(`not a number: ${String(value)}`)
  return read
}
export const text = (value: unknown): string => (typeof value === 'string' ? value : refuse('not text'))
/** Returns text; null for an empty one, too. */
export const filled = (value: unknown): string | null => orNull(text)(value) || null
export const boolean = (value: unknown): boolean =>
  typeof value === 'boolean' ? value : refuse('neither true nor false')
/** False for what is missing, and for anything but true. */
export const isTrue = (value: unknown): boolean => value === true

/** Reads ISO text in UTC with milliseconds: text order is time order. */
export const instant = (value: unknown): string => iso(text(value))
/** Milliseconds since the epoch. */
export const moment = (value: unknown): number => ms(text(value))

export const list =
  <T>(member: Codec<T>) =>
  (value: unknown): T[] =>
    Array.isArray(value) ? value.map((one) => member(one as never)) : refuse('not a list')

export const oneOfOrNull =
  <const W>(words: readonly W[]) =>
  (value: unknown): W | null =>
    words.find((word) => word === value) ?? null
export const oneOf =
  <const W>(words: readonly W[]) =>
  (value: unknown): W =>
    words.includes(value as W) ? (value as W) : refuse(`unknown word: ${String(value)}`)

/** What is there, unchecked. */
export const asIs =
  <T>() =>
  (value: unknown): T =>
    value === undefined ? refuse('missing') : (value as T)
