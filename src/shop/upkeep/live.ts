/** What the shop's own server counts, over all its processes. A minute is the last one, until `at`. */
export interface LiveFigures {
  /** ISO instants, as all times here. */
  at: string
  processes: number
  /** Devices that follow the seats of an event. */
  watchers: number
  visitors: number
  /** Seats' holds of every ten seconds of the last ten minutes, oldest first. */
  holds: HoldsAt[]
  holdsMinute: number
  paymentsMinute: number
  waitingPayments: number
  errorsMinute: number
  refusedMinute: number
  /** Turned away because the database could not keep up. */
  busyMinute: number
  requestsMinute: number
  /** Half of the answers, and 99 of 100, came within so many ms. */
  slowMs: { p50: number; p99: number }
  queues: LiveQueue[]
  memoryMb: number
}

export interface HoldsAt {
  at: string
  count: number
}

export interface LiveQueue {
  eventId: string
  title: string
  joined: number
  waiting: number
  letIn: number
  /** People a minute. */
  rate: number
  drawnAt: string | null
  opensAt: string
}

const MINUTE_MS = 60_000

/** Returns the holds of each minute, oldest first; `at` is when the minute began. */
export function holdsByMinute(holds: readonly HoldsAt[]): { at: number; count: number }[] {
  const minutes = new Map<number, number>()
  for (const { at, count } of holds) {
    const minute = Math.floor(Date.parse(at) / MINUTE_MS) * MINUTE_MS
    minutes.set(minute, (minutes.get(minute) ?? 0) + count)
  }
  return [...minutes].map(([at, count]) => ({ at, count }))
}

/** Figures are asked for every two seconds: after so many ms without an answer they are called old. */
const FRESH_MS = 10_000

/** `answeredAt`: when the last answer came, `now`: both by the device's clock, in ms. */
export const isOld = (answeredAt: number, now: number): boolean => now - answeredAt >= FRESH_MS
