/**
 * Calls `act` after the next frame when the browser is idle, `within` milliseconds of it. A hidden page has no frames
 * and waits. Returns the way to stop.
 */
export function whenIdle(act: () => void, within = 250): () => void {
  let stop = (): void => cancelAnimationFrame(frame)
  // A browser that waits for its next frame counts as idle.
  const frame = requestAnimationFrame(() => {
    // Safari has no idle callbacks.
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(act, 100)
      stop = () => clearTimeout(timer)
    } else {
      const request = requestIdleCallback(act, { timeout: within })
      stop = () => cancelIdleCallback(request)
    }
  })
  return () => stop()
}

/** Milliseconds without a call after which a movement has ended. */
const rest = 150

/** Calls `act` once a movement has ended and the browser is idle. Returns the way to stop. */
export function whenAtRest(act: () => void): () => void {
  let stop = (): void => clearTimeout(timer)
  const timer = setTimeout(() => (stop = whenIdle(act)), rest)
  return () => stop()
}
