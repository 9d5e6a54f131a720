/** A copy of the row without one field: what a screen is given has no key of the store in it. */
export function omit<T extends object, K extends keyof T>(row: T, field: K): Omit<T, K> {
  const copy = { ...row }
  delete copy[field]
  return copy
}
