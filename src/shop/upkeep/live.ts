/** What the shop's own server counts. A minute is the last one, until `at`. */
export interface LiveFigures {
  /** ISO instants, as all times here. */
  at: string
  processes: number
  /** Devices that follow the seats of an event. */
  watchers: number
  /** Addresses that asked for something within the minute; a venue or carrier may share one. */
  visitors: number
  /** Holds of every ten seconds of the last ten minutes, oldest first. */
  holds: HoldsAt[]
  holdsMinute: number
  paymentsMinute: number
  /** NaN while the database does not answer. */
  waitingPayments: number
  errorsMinute: number
  refusedMinute: number
  /** Asked to wait: the database is busy, or one address asks for too much. */
  busyMinute: number
  requestsMinute: number
  /** Half of the minute's holds, and 99 of 100, were answered within so many ms; 0 without a hold. */
  slowMs: { p50: number; p99: number }
  queues: LiveQueue[]
  memoryMb: number
}

interface HoldsAt {
  at: string
  count: number
}

export interface LiveQueue {
  eventId: string
  title: string
  joined: number
  /** Not let in yet; before the draw everyone who has joined. */
  waiting: number
  letIn: number
  /** People a minute. */
  rate: number
  drawnAt: string | null
  opensAt: string
}

/** A LiveQueue as the server counts and sends it. */
export interface LiveQueueWire {
  event_id: string
  title: string
  joined: number
  waiting: number
  let_in: number
  rate: number
  drawn_at: string | null
  opens_at: string
}

/** Figures are asked for every two seconds: after so many ms without an answer they are called old. */
const FRESH_MS = 10_000

/**
 * Returns true for an answer that is no longer fresh. `answeredAt`: when the last answer came, `now`: both by the
 * device's clock, in ms.
 */
export const isOld = (answeredAt: number, now: number): boolean => now - answeredAt >= FRESH_MS
