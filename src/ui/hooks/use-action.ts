import { useRef, useState } from 'react'
import { attempt } from '#platform/failure/attempt.ts'
import type { Failure, Result } from '#platform/failure/failure.ts'
import { toast } from '../toast.tsx'

export interface Action<A extends unknown[], T> {
  busy: boolean
  /** The last run's failure, kept until the next result so that nothing jumps; null before the first run. */
  failure: Failure | null
  /** Runs `work` and resolves to its result; to null, and does nothing, while an earlier run is under way. */
  run: (...args: A) => Promise<Result<T> | null>
  forget: () => void
}

export interface ActionOptions<T> {
  done?: string | ((value: T) => string)
  failed?: string | ((failure: Failure) => string)
  /** A success leaves the page or removes the button: it stays busy until then. */
  leaves?: boolean
}

/** Runs `work` once at a time and holds its busy state, failure and toasts. What `work` throws is a failure too.
 * Pass texts from `t` as functions: they are read when shown. */
export function useAction<A extends unknown[], T>(
  work: (...args: A) => Promise<Result<T>>,
  { done, failed, leaves = false }: ActionOptions<T> = {},
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
    const goesOn = result.ok && leaves
    running.current = goesOn
    setBusy(goesOn)
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
