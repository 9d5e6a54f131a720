/** Counts checks, not time: a suspended page has not waited. */
const LOOK_EVERY_MS = 1_000

export interface Watchdog {
  begins(): () => void
  alive(): void
  stop(): void
}

/** Calls `bite` once after `patienceMs` ms without a sign of life while an answer is due. */
export function watchdog(patienceMs: number, bite: () => void): Watchdog {
  let waiting = 0
  let quiet = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  const look = (): void => {
    timer = undefined
    if (waiting === 0 || stopped) return
    quiet += LOOK_EVERY_MS
    if (quiet > patienceMs) {
      stopped = true
      bite()
    } else timer = setTimeout(look, LOOK_EVERY_MS)
  }

  return {
    begins() {
      waiting += 1
      if (waiting === 1) quiet = 0
      if (!stopped) timer ??= setTimeout(look, LOOK_EVERY_MS)
      let ended = false
      return () => {
        if (ended) return
        ended = true
        waiting -= 1
        quiet = 0
      }
    },
    alive() {
      quiet = 0
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
