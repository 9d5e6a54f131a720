import { useRef, useState } from 'react'
import { attempt } from '#platform/failure/attempt.ts'
import type { Failure, Result } from '#platform/failure/failure.ts'
import { toast } from '../toast.tsx'

export interface Action<A extends unknown[], T> {
  /** True from the press to the answer. */
  busy: boolean
  /** Why the last run failed; null before the first and after a good one. It stays until the next answer, so that nothing jumps. */
  failure: Failure | null
  /** Runs it. Resolves to the answer; to null, and does nothing, while an earlier run is under way. */
  run: (...args: A) => Promise<Result<T> | null>
  /** Forgets the failure: the form is opened anew, or what was wrong has been typed again. */
  forget: () => void
}

export interface ActionToasts<T> {
  /** Said as a toast after a good run. */
  done?: string | ((value: T) => string)
  /** Said as a toast after a failed one; the page says why where it happened, from `failure`. */
  failed?: string | ((failure: Failure) => string)
}

/**
 * What a button does: `work` runs once at a time, and its busy state, its failure and its toasts are in one place. What
 * `work` throws is a failure too. Shop-wide texts must be read when they are said: pass a function where `t` is used.
 */
export function useAction<A extends unknown[], T>(
  work: (...args: A) => Promise<Result<T>>,
  { done, failed }: ActionToasts<T> = {},
): Action<A, T> {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  // Two presses in one frame both see the state before the first.
  const running = useRef(false)

  const run = async (...args: A): Promise<Result<T> | null> => {
    if (running.current) return null
    running.current = true
    setBusy(true)
    const result = await attempt(() => work(...args))
    running.current = false
    setBusy(false)
    if (result.ok) {
      setFailure(null)
      if (done !== undefined) toast.success(typeof done === 'string' ? done : done(result.value))
    } else {
      setFailure(result.failure)
      if (failed !== undefined) toast.error(typeof failed === 'string' ? failed : failed(result.failure))
    }
    return result
  }
  return { busy, failure, run, forget: () => setFailure(null) }
}
