/** The device's store did not answer, and what was asked was not done. */
export class StoreTimeoutError extends Error {
  override name = 'StoreTimeoutError'
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** A page that is looked at again does not wait: whatever kept the database away may be over. */
export function pauseOrLook(ms: number): Promise<void> {
  const over = new AbortController()
  const looked = new Promise<void>((resolve) => {
    globalThis.document?.addEventListener('visibilitychange', () => resolve(), { signal: over.signal })
  })
  return Promise.race([pause(ms), looked]).finally(() => over.abort())
}

/** A promise and how to resolve it. */
export function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve!: () => void
  const promise = new Promise<void>((done) => (resolve = done))
  return { promise, resolve }
}
