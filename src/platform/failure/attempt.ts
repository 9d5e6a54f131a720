import { toFailure } from './to-failure.ts'
import type { Result } from './failure.ts'

/** What `work` answers. A device's store that fails under it is a failure that may pass, not the end of a screen's wait. */
export async function attempt<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work()
  } catch (error) {
    return { ok: false, failure: toFailure(error) }
  }
}
