/** An instant of the wire as ISO text in UTC with milliseconds, so that text order is time order. Throws where it is none. */
export const iso = (value: string): string => new Date(value).toISOString()
export const isoOrNull = (value: string | null | undefined): string | null => (value ? iso(value) : null)

/** An instant of the wire in milliseconds. Throws where it is none. */
export const ms = (value: string): number => {
  const at = Date.parse(value)
  if (Number.isNaN(at)) throw new RangeError(`not a time: ${value}`)
  return at
}
export const msOrNull = (value: string | null | undefined): number | null => (value ? ms(value) : null)

/** A number of the wire: a backend may send a large one, or one with decimals, as text. NaN where it is none. */
export const numberOf = (value: unknown): number => Number(value)

/** A list of the wire, its members unread. Throws where it is none. */
export const list = <T>(value: readonly T[] | null | undefined): T[] => {
  if (!Array.isArray(value)) throw new TypeError('not a list')
  return value as T[]
}

/** One of a closed list of words. Throws where it is another. */
export const oneOf = <T>(words: readonly T[], value: unknown): T => {
  const found = words.find((word) => word === value)
  if (found === undefined) throw new TypeError(`unknown word: ${String(value)}`)
  return found
}
export const oneOfOrNull = <T>(words: readonly T[], value: unknown): T | null =>
  words.find((word) => word === value) ?? null
