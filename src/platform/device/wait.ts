/** The device's store did not answer in time; nothing was done. */
export class StoreTimeoutError extends Error {
  override name = 'StoreTimeoutError'
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Ends early when the page comes to the front: the database may no longer be blocked. */
export function pauseUntilVisible(ms: number): Promise<void> {
  const over = new AbortController()
  const looked = new Promise<void>((resolve) => {
    globalThis.document?.addEventListener('visibilitychange', () => resolve(), { signal: over.signal })
  })
  return Promise.race([pause(ms), looked]).finally(() => over.abort())
}

export function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve!: () => void
  const promise = new Promise<void>((done) => (resolve = done))
  return { promise, resolve }
}
