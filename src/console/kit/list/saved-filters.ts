import { readStored, writeStored, type StoredKey } from '#platform/device/stored.ts'

export interface SavedFilter {
  name: string
  query: string
}

export const MAX_FILTERS = 12
export const MAX_NAME_CHARS = 40

/** Returns an address's parameters without the page and those in `passing`, which open a dialog. */
export function filterOf(search: string, passing: readonly string[]): string {
  const params = new URLSearchParams(search)
  for (const name of ['page', ...passing]) params.delete(name)
  params.sort()
  return params.toString()
}

/** Replaces a filter of the same name; over the limit drops the oldest. */
export function withFilter(filters: readonly SavedFilter[], filter: SavedFilter): SavedFilter[] {
  const name = filter.name.trim().slice(0, MAX_NAME_CHARS)
  if (name === '') return [...filters]
  return [...filters.filter((one) => one.name !== name), { name, query: filter.query }].slice(-MAX_FILTERS)
}

export function readFilters(key: StoredKey): SavedFilter[] {
  try {
    const found: unknown = JSON.parse(readStored(key) ?? '[]')
    return Array.isArray(found)
      ? found.filter((one): one is SavedFilter => typeof one?.name === 'string' && typeof one?.query === 'string')
      : []
  } catch {
    return []
  }
}

export const writeFilters = (key: StoredKey, filters: readonly SavedFilter[]): void =>
  void writeStored(key, JSON.stringify(filters))
