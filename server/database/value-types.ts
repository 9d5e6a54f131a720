// PostgreSQL's type numbers.
export const TEXT = 25
export const VARCHAR = 1043
export const JSON_TYPE = 114
export const JSONB = 3802
export const TIMESTAMPTZ = 1184
export const NUMERIC = 1700

/** '2027-01-02 13:30:00+00' as PostgREST writes it: '2027-01-02T13:30:00+00:00'. Other texts ('infinity') pass. */
export function timestampAsPostgrest(text: string): string {
  const parts = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)([+-]\d\d)(:\d\d)?$/.exec(text)
  return parts ? `${parts[1]}T${parts[2]}${parts[3]}${parts[4] ?? ':00'}` : text
}

/** A numeric as a JSON number, like PostgREST; what JSON cannot say ('NaN') stays text. */
export function numericAsPostgrest(text: string): number | string {
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}

/** A value on its way into the database, as text that the database itself reads, or refuses with a code of its own. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** JSON on its way into the database; text is taken to be JSON already. */
export const asJson = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

export type Serializer = (value: unknown) => unknown

/**
 * A driver's serializer that answers text whatever it is given. Left alone, the embedded driver sends what is no text as
 * broken protocol (a number for an array): that ends the session, which all requests share, for everybody. And both
 * drivers throw errors without a code (a text for a boolean), which look the same as an internal failure.
 */
export const alwaysText = (known: Serializer | undefined) => (value: unknown) => {
  try {
    const text = known?.(value)
    if (typeof text === 'string') return text
  } catch {
    // Not of that type: the database says so.
  }
  return asText(value)
}
