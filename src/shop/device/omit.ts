export function omit<T extends object, K extends keyof T>(row: T, field: K): Omit<T, K> {
  const copy = { ...row }
  delete copy[field]
  return copy
}
