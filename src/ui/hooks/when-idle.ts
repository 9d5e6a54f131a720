/**
 * Calls back when the frame that is due stands on the screen and the browser has nothing better to do, `within` so many
 * milliseconds of it. A page that nobody looks at has no frame due: it waits. Returns the way to stop.
 */
export function whenIdle(act: () => void, within = 250): () => void {
  let stop = (): void => cancelAnimationFrame(frame)
  // A browser that waits for its next frame counts as idle: asked at once, it would do this first.
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

/** A movement that pauses this long has come to rest, in milliseconds. */
const rest = 150

/** Calls back when nobody has asked for it anew for a while, and the browser is idle. Returns the way to stop. */
export function whenAtRest(act: () => void): () => void {
  let stop = (): void => clearTimeout(timer)
  const timer = setTimeout(() => (stop = whenIdle(act)), rest)
  return () => stop()
}
