import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { leaveRowsOrAsk } from '../unsaved-work.ts'

/** Rows of one page of a console list. */
export const PAGE_SIZE = 25

export interface Sort {
  column: string
  ascending: boolean
}

/** '-created_at' → created_at, descending. A column that may not be sorted by falls back. */
export function readSort(text: string | null, sortable: readonly string[], fallback: Sort): Sort {
  if (!text) return fallback
  const column = text.replace(/^-/, '')
  return sortable.includes(column) ? { column, ascending: !text.startsWith('-') } : fallback
}

export const writeSort = (sort: Sort): string => (sort.ascending ? sort.column : `-${sort.column}`)

/** Pages count from 1; anything else in the address is page 1. */
export function readPage(text: string | null): number {
  return text && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1
}

export interface ListState {
  search: string
  sort: Sort
  /** From 1. */
  page: number
  /** `stay`: unsaved work keeps the rows as they are. */
  setSearch: (text: string, stay?: () => void) => void
  setSort: (sort: Sort) => void
  setPage: (page: number) => void
  /** Any other parameter of the address; null when absent. */
  get: (name: string) => string | null
  /** Sets others at once; null or '' removes. Goes back to page 1 unless `keepPage`. */
  set: (values: Record<string, string | null>, keepPage?: boolean) => void
}

/**
 * A list's search, sort, page and filters, kept in the address so that a link or a reload shows the same rows. A change asks
 * first when a row holds unsaved work.
 */
export function useListState(sortable: readonly string[], fallback: Sort): ListState {
  const [params, setParams] = useSearchParams()
  const set = useCallback(
    (values: Record<string, string | null>, keepPage = false, stay?: () => void) =>
      leaveRowsOrAsk(() => {
        // From the address itself: what this render knows may lack a change made a moment ago (a search that just began
        // while a row was opened), and would take it back.
        const next = new URLSearchParams(globalThis.location.search)
        if (!keepPage) next.delete('page')
        for (const [name, value] of Object.entries(values)) {
          if (value === null || value === '') next.delete(name)
          else next.set(name, value)
        }
        setParams(next, { replace: true })
      }, stay),
    [setParams],
  )
  return useMemo(
    () => ({
      search: params.get('q') ?? '',
      sort: readSort(params.get('sort'), sortable, fallback),
      page: readPage(params.get('page')),
      setSearch: (text, stay) => set({ q: text.trim() }, false, stay),
      setSort: (sort) => set({ sort: writeSort(sort) === writeSort(fallback) ? null : writeSort(sort) }),
      setPage: (page) => set({ page: page > 1 ? String(page) : null }, true),
      get: (name) => params.get(name),
      set,
    }),
    [params, set, sortable, fallback],
  )
}
