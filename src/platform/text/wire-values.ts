/** Milliseconds of an instant as it comes over the wire. Throws where it is none. */
export const instant = (value: string): number => {
  const at = Date.parse(value)
  if (Number.isNaN(at)) throw new RangeError(`not a time: ${value}`)
  return at
}
/** A list as it comes over the wire, its members unread. Throws where it is none. */
// oxlint-disable-next-line no-explicit-any -- as it comes over the wire, before parsing
export const list = (value: unknown): any[] => {
  if (!Array.isArray(value)) throw new TypeError('not a list')
  return value
}
