/** Returns ISO text in UTC with milliseconds: text order is time order. Throws RangeError. */
export const iso = (value: string): string => new Date(value).toISOString()
export const isoOrNull = (value: string | null | undefined): string | null => (value ? iso(value) : null)

/** Returns milliseconds since the epoch. Throws RangeError. */
export const ms = (value: string): number => {
  const at = Date.parse(value)
  if (Number.isNaN(at)) throw new RangeError(`not a time: ${value}`)
  return at
}
export const msOrNull = (value: string | null | undefined): number | null => (value ? ms(value) : null)

/** Backends may send numbers as text. NaN for anything else. */
export const numberOf = (value: unknown): number => Number(value)

/** Throws TypeError for anything but a list; does not check its members. */
export const list = <T>(value: readonly T[] | null | undefined): T[] => {
  if (!Array.isArray(value)) throw new TypeError('not a list')
  return value as T[]
}

export const oneOf = <T>(words: readonly T[], value: unknown): T => {
  const found = words.find((word) => word === value)
  if (found === undefined) throw new TypeError(`unknown word: ${String(value)}`)
  return found
}
export const oneOfOrNull = <T>(words: readonly T[], value: unknown): T | null =>
  words.find((word) => word === value) ?? null
