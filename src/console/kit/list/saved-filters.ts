/** Filters that somebody gave a name, kept in this browser. */
export interface SavedFilter {
  name: string
  /** The address' parameters without page and what is open. */
  query: string
}

/** Saved filters of one list at most. */
export const MOST_FILTERS = 12
/** Longest name, in characters. */
export const LONGEST_NAME = 40

/** What of an address is a filter: neither which page of it nor what stands open over it. */
export function filterOf(search: string, passing: readonly string[]): string {
  const params = new URLSearchParams(search)
  for (const name of ['page', ...passing]) params.delete(name)
  params.sort()
  return params.toString()
}

/** Adds a filter; one of the same name is replaced. The oldest give way to the newest. */
export function withFilter(filters: readonly SavedFilter[], filter: SavedFilter): SavedFilter[] {
  const name = filter.name.trim().slice(0, LONGEST_NAME)
  if (name === '') return [...filters]
  return [...filters.filter((one) => one.name !== name), { name, query: filter.query }].slice(-MOST_FILTERS)
}

/** What is stored under that key; nothing when it is not ours. */
export function readFilters(key: string): SavedFilter[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(found)
      ? found.filter((one): one is SavedFilter => typeof one?.name === 'string' && typeof one?.query === 'string')
      : []
  } catch {
    return []
  }
}

export function writeFilters(key: string, filters: readonly SavedFilter[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(filters))
  } catch {
    // Private mode: they last as long as the page.
  }
}
