import { readStored, writeStored, type StoredKey } from '#platform/device/stored.ts'

/** A filter with a name, kept in this browser. */
export interface SavedFilter {
  name: string
  /** The address' parameters without page and what is open. */
  query: string
}

export const MAX_FILTERS = 12
export const MAX_NAME_CHARS = 40

/** Returns the filter in an address: its parameters without the page, and without those in `passing`, which open a dialog. */
export function filterOf(search: string, passing: readonly string[]): string {
  const params = new URLSearchParams(search)
  for (const name of ['page', ...passing]) params.delete(name)
  params.sort()
  return params.toString()
}

/** Adds a filter, in place of one of the same name; over the limit the oldest is dropped. */
export function withFilter(filters: readonly SavedFilter[], filter: SavedFilter): SavedFilter[] {
  const name = filter.name.trim().slice(0, MAX_NAME_CHARS)
  if (name === '') return [...filters]
  return [...filters.filter((one) => one.name !== name), { name, query: filter.query }].slice(-MAX_FILTERS)
}

/** Reads the saved filters; none when the text is not a list of filters. */
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
