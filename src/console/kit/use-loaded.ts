import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Failure, Result } from '#platform/failure/failure.ts'

export interface Loaded<T> {
  /**
   * The last good answer. While another page or search of the same list is read, what stood before stays; the answer
   * of another list, or of an earlier question when the newer one failed, is never shown.
   */
  value: T | undefined
  /** Why the last attempt failed; null after a good one. */
  failure: Failure | null
  loading: boolean
  /** The value answers the question as it is asked now, not an earlier one. */
  current: boolean
  /** Milliseconds since the epoch of the last good answer. */
  at: number | null
  /** Asks again. Resolves when the answer is shown; null when a newer question has taken its place. */
  reload: () => Promise<Result<T> | null>
}

interface State<T> {
  value: T | undefined
  /** The question that `value` answers, and the list it belongs to. */
  valueOf: string | null
  list: string
  failure: Failure | null
  /** The question that was answered last, well or badly. */
  settled: string | null
  at: number | null
}

export interface LoadedOptions {
  /** Names what is listed (a tab, a filter): an answer of another list is not shown in its place. */
  list?: string
  /** Called with each failure of the newest question; `again` when its previous attempt failed too. */
  onFailure?: (failure: Failure, again: boolean) => void
}

/**
 * Asks the backend when `question` (a text that names everything the answer depends on; '' asks nothing) changes. Only
 * the newest question's answer is shown, however late an older one comes back.
 */
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
    // An empty question asks nothing.
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
