/** Returns ISO text in UTC with milliseconds: text order is time order. Throws RangeError. */
export const iso = (value: string): string => new Date(value).toISOString()
export const isoOrNull = (value: string | null | undefined): string | null => (value ? iso(value) : null)

/** Returns milliseconds since the epoch. Throws RangeError. */
export const ms = (value: string): number => {
  const at = Date.parse(value)
  if (Number.isNaN(at)) throw new RangeError(`not a time: ${value}`)
  return at
}
