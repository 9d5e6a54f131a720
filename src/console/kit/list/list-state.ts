import { useCallback, useMemo } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { leaveRowsOrAsk } from '../unsaved-work.ts'

export const PAGE_SIZE = 25

export interface Sort {
  column: string
  ascending: boolean
}

/**
 * Reads the order of a list: '-created_at' → created_at, descending; the fallback for a column that cannot be sorted.
 */
export function readSort(text: string | null, sortable: readonly string[], fallback: Sort): Sort {
  if (!text) return fallback
  const column = text.replace(/^-/, '')
  return sortable.includes(column) ? { column, ascending: !text.startsWith('-') } : fallback
}

export const writeSort = (sort: Sort): string => (sort.ascending ? sort.column : `-${sort.column}`)

/** Counts from 1; returns 1 for anything else. */
export function readPage(text: string | null): number {
  return text && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1
}

export interface ListState {
  search: string
  sort: Sort
  page: number
  /** Calls `stay` when the user keeps unsaved work instead of searching. */
  setSearch: (text: string, stay?: () => void) => void
  setSort: (sort: Sort) => void
  setPage: (page: number) => void
  get: (name: string) => string | null
  /** Sets parameters; null or '' removes. Goes back to page 1 unless `keepPage`. */
  set: (values: Record<string, string | null>, keepPage?: boolean) => void
}

/** Keeps a list's state in the address. A change asks first when a row holds unsaved work. */
export function useListState(sortable: readonly string[], fallback: Sort): ListState {
  const [params, setParams] = useSearchParams()
  const { pathname } = useLocation()
  const set = useCallback(
    (values: Record<string, string | null>, keepPage = false, stay?: () => void) =>
      leaveRowsOrAsk(() => {
        // A search typed just before a link was pressed would lead back from the page that is loading.
        if (globalThis.location.pathname !== pathname) return
        // Not from this render's params: they may lack a change made a moment ago, and would undo it.
        const next = new URLSearchParams(globalThis.location.search)
        if (!keepPage) next.delete('page')
        for (const [name, value] of Object.entries(values)) {
          if (value === null || value === '') next.delete(name)
          else next.set(name, value)
        }
        setParams(next, { replace: true })
      }, stay),
    [setParams, pathname],
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
