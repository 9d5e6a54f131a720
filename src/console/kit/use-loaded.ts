import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Failure, Result } from '#platform/failure/failure.ts'

export interface Loaded<T> {
  /** The last good answer. Stays while another page of the same `list` loads; never shown for another list. */
  value: T | undefined
  failure: Failure | null
  loading: boolean
  /** `value` answers the present question. */
  current: boolean
  /** When the last good answer came, in ms. */
  at: number | null
  /** Resolves when the answer is shown; to null when a newer question replaced this one. */
  reload: () => Promise<Result<T> | null>
}

interface State<T> {
  value: T | undefined
  valueOf: string | null
  list: string
  failure: Failure | null
  /** The question answered last, by a value or a failure. */
  settled: string | null
  at: number | null
}

export interface LoadedOptions {
  /** The tab or filter: its rows are never shown for another one. */
  list?: string
  /** `again` when the previous attempt failed, too. */
  onFailure?: (failure: Failure, again: boolean) => void
}

/** Loads when `question` changes: it names all that the answer depends on, '' loads nothing. Drops late answers. */
export function useLoaded<T>(
  question: string,
  load: () => Promise<Result<T>>,
  { list = '', onFailure }: LoadedOptions = {},
): Loaded<T> {
  const [state, setState] = useState<State<T>>({
    value: undefined,
    valueOf: null,
    list,
    failure: null,
    settled: null,
    at: null,
  })
  const latest = useRef({ question, load, list, onFailure })
  useLayoutEffect(() => {
    latest.current = { question, load, list, onFailure }
  })
  const turn = useRef(0)
  const failing = useRef(false)

  const reload = useCallback(async () => {
    const mine = ++turn.current
    const asked = latest.current
    const result = await asked.load()
    if (mine !== turn.current) return null
    const again = failing.current
    failing.current = !result.ok
    if (!result.ok) asked.onFailure?.(result.failure, again)
    setState((now) =>
      result.ok
        ? {
            value: result.value,
            valueOf: asked.question,
            list: asked.list,
            failure: null,
            settled: asked.question,
            at: Date.now(),
          }
        : { ...now, failure: result.failure, settled: asked.question },
    )
    return result
  }, [])

  useEffect(() => {
    const turns = turn
    failing.current = false
    if (question !== '') void reload()
    return () => {
      turns.current++
    }
  }, [question, reload])

  const current = state.valueOf === question
  const loading = state.settled !== question
  const showable = current || (loading && state.list === list)
  return {
    value: showable ? state.value : undefined,
    failure: loading ? null : state.failure,
    at: state.at,
    loading,
    current,
    reload,
  }
}

/** Returns several answers as one: there when all are, failed when one is. `reload` asks each again. */
export function together<All extends Record<string, Loaded<unknown>>>(all: All) {
  type Values = { [Name in keyof All]: Exclude<All[Name]['value'], undefined> }
  const each = Object.entries(all)
  const values = Object.fromEntries(each.map(([name, { value }]) => [name, value])) as Values
  return {
    value: each.every(([, { value }]) => value !== undefined) ? values : undefined,
    failure: each.find(([, { failure }]) => failure)?.[1].failure ?? null,
    reload: () => Promise.all(each.map(([, one]) => one.reload())),
  }
}
