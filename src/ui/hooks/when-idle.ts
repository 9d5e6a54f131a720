/** Calls `act` when idle after the next frame, within `within` ms of it; not while hidden. Returns a stop function. */
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

const rest = 150

/** Calls `act` once a movement has ended and the browser is idle. Returns a stop function. */
export function whenAtRest(act: () => void): () => void {
  let stop = (): void => clearTimeout(timer)
  const timer = setTimeout(() => (stop = whenIdle(act)), rest)
  return () => stop()
}
