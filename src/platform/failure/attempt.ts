import { toFailure } from './to-failure.ts'
import type { Result } from './failure.ts'

/** Runs `work` and turns what it throws into a Failure, so that no screen waits for a store that failed. */
export async function attempt<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work()
  } catch (error) {
    return { ok: false, failure: toFailure(error) }
  }
}
