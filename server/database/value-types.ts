export const TEXT = 25
export const VARCHAR = 1043
export const JSON_TYPE = 114
export const JSONB = 3802
export const TIMESTAMPTZ = 1184
export const NUMERIC = 1700

/** Turns '2027-01-02 13:30:00+00' into PostgREST's '2027-01-02T13:30:00+00:00'; keeps other texts ('infinity'). */
export function timestampAsPostgrest(text: string): string {
  const parts = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)([+-]\d\d)(:\d\d)?$/.exec(text)
  return parts ? `${parts[1]}T${parts[2]}${parts[3]}${parts[4] ?? ':00'}` : text
}

/** Returns a JSON number like PostgREST; 'NaN' stays text. */
export function numericAsPostgrest(text: string): number | string {
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}

/** Serializes a value as text, which the database parses or refuses with an error code. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export const asJson = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

export type Serializer = (value: unknown) => unknown

/** Makes a serializer always return text: other values break the embedded protocol or fail without an SQLSTATE. */
export const textSerializer = (known: Serializer | undefined) => (value: unknown) => {
  try {
    const text = known?.(value)
    if (typeof text === 'string') return text
  } catch {
    // Wrong type: the database reports it.
  }
  return asText(value)
}
