import { useRef, useState } from 'react'
import { attempt } from '#platform/failure/attempt.ts'
import type { Failure, Result } from '#platform/failure/failure.ts'
import { toast } from '../toast.tsx'

export interface Action<A extends unknown[], T> {
  busy: boolean
  /** Why the last run failed; null after a good one. It stays until the next answer, so that nothing jumps. */
  failure: Failure | null
  /** Resolves to the answer; null, without a run, while an earlier one is under way. */
  run: (...args: A) => Promise<Result<T> | null>
  /** Call it when the form is opened again or the wrong value is changed. */
  forget: () => void
}

export interface ActionToasts<T> {
  /** A toast after a good run. */
  done?: string | ((value: T) => string)
  /** A toast after a failed one; the page shows why, from `failure`. */
  failed?: string | ((failure: Failure) => string)
}

/**
 * Runs a button's `work` once at a time, with its busy state, failure and toasts. A throw is a failure too. Pass
 * functions for texts of `t`, which are read when they are shown.
 */
export function useAction<A extends unknown[], T>(
  work: (...args: A) => Promise<Result<T>>,
  { done, failed }: ActionToasts<T> = {},
): Action<A, T> {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  // Two presses in one frame see the same state.
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
