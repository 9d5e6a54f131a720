import type { OrderMoney } from '#shop/orders/received-orders.store.ts'
import type { Paise } from '#shop/prices/money.ts'
import type { Result } from '#platform/failure/failure.ts'

/** How often the pay step asks whether the money has come, ms. */
const SOON_MS = 4_000
const LATER_MS = 10_000
const SELDOM_MS = 30_000

/** Most money is seen within this time after paying was started. */
const SOON_FOR_MS = 3 * 60_000
/** Nothing after this time since paying was started is late. */
const LATE_AFTER_MS = 60_000
/** Nor is it before this time since the customer came back from the app: paying there takes its time. */
const LATE_AFTER_RETURN_MS = 20_000
/** The same since the QR code is on the screen: the page does not notice when another phone scans it. */
const LATE_AFTER_QR_MS = 120_000
/** A shop that does not answer as often in a row is shown as one that sees no payments. */
const MAX_FAILURES = 3

/** What the answers say of the shop. */
export interface Answers {
  /** The shop sees payments by itself; null before the first answer. */
  live: boolean | null
  /** It sees those of the demo's pretended bank. */
  demo: boolean
  /** Paise of the order that have come. */
  arrived: Paise
  /** In a row. */
  failures: number
}

export const NO_ANSWER: Answers = { live: null, demo: false, arrived: 0, failures: 0 }

export function afterAnswer(before: Answers, answer: Result<Pick<OrderMoney, 'live' | 'demo' | 'arrived'>>): Answers {
  if (answer.ok) {
    const { live, demo, arrived } = answer.value
    return { live, demo, arrived, failures: 0 }
  }
  const failures = before.failures + 1
  return { ...before, live: before.live && failures < MAX_FAILURES, failures }
}

/** Times in ms. */
export interface Paying {
  /** The page was opened. */
  shownAt: number
  /** A UPI app was opened, or its details were copied; null when not here. */
  startedAt: number | null
  /** The customer came back from it; null before. */
  backAt: number | null
  now: number
}

/** Returns how often to ask, ms. */
export function askEveryMs({ live }: Answers, { startedAt, backAt, now }: Paying): number {
  if (!live) return SELDOM_MS
  return now - Math.max(startedAt ?? -Infinity, backAt ?? -Infinity) < SOON_FOR_MS ? SOON_MS : LATER_MS
}

export function isLate({ startedAt, backAt, shownAt, now }: Paying): boolean {
  if (startedAt === null) return now - shownAt >= LATE_AFTER_QR_MS
  return now - startedAt >= LATE_AFTER_MS && (backAt === null || now - backAt >= LATE_AFTER_RETURN_MS)
}
