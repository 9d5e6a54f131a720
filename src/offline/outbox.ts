import { readMyPayment } from '#backend/payments-api.ts'
import { releaseSeats } from '#backend/seats-api.ts'
import { toFailure } from '#backend/errors.ts'
import { withLock } from '#backend/lock.ts'
import { failed, ok, type Failure, type Result } from '#domain/failure.ts'
import type { OrderLine } from '#domain/order-line.ts'
import { watchReachable } from './connectivity.ts'
import type { OrderedLine } from './orders.ts'
import { onSubmissionSent, sendSubmission, storeSent } from './send-submission.ts'
import { owner, ownerIn } from './session.ts'
import { openStore } from './store.ts'
import type { Store } from './table.ts'
import { watchProgress } from './upload-parts.ts'
import { watch, type Watch } from './watch.ts'

export { onSubmissionSent }

export type SubmissionState =
  /** Will be sent, or tried again at `nextAttemptAt`. */
  | 'waiting'
  | 'sending'
  /** The server has it. */
  | 'sent'
  /** The server turned it back for good; `failure` says why. */
  | 'refused'
  /** Waits for its owner's sign-in. */
  | 'needs-sign-in'

/** A payment on its way. Kept after it was sent, so that it stays visible until the payment itself is synced. */
export interface Submission {
  orderId: string
  orderCode: string
  ownerId: string
  reference: string
  sendAnyway: boolean
  amountPaise: number
  lines: OrderedLine[]
  screenshot: {
    /** Null once the payment has arrived: the picture is then kept by the server alone. */
    blob: Blob | null
    name: string
    chosenAt: number
    path: string
    sha256: string
    type: string
    uploaded: boolean
  }
  submittedAt: number
  state: SubmissionState
  /** Attempts that failed, or that nobody knows the end of. */
  attempts: number
  /** Milliseconds on this device's clock. */
  nextAttemptAt: number
  /** Why the last attempt failed. */
  failure?: Failure
  /** Part of the picture that has left, 0..1; only while this very tab sends it. */
  progress?: number
  /** The person has been told how it ended: that it arrived, or was refused. */
  told?: SubmissionState
}

const OUTBOX_LOCK = 'mehfil.outbox'

/** The signed-in person's submissions, newest first. */
export function watchSubmissions(): Watch<Submission[]> {
  const rows = watch(async (store) => ownSubmissions(store))
  return {
    subscribe(next, error) {
      let latest: Submission[] | undefined
      let parts: ReadonlyMap<string, number> = new Map()
      const tell = () =>
        latest &&
        next(
          latest.map((row) => {
            const progress = row.state === 'sending' ? parts.get(row.orderId) : undefined
            return progress === undefined ? row : { ...row, progress }
          }),
        )
      const stopRows = rows.subscribe((found) => {
        latest = found
        tell()
      }, error)
      const stopParts = watchProgress((found) => {
        parts = found
        tell()
      })
      return () => {
        stopRows()
        stopParts()
      }
    },
  }
}

async function ownSubmissions(store: Store): Promise<Submission[]> {
  const ownerId = await ownerIn(store)
  if (ownerId === null) return []
  const rows = await store.table('submissions').where('ownerId', [ownerId])
  return rows.sort((a, b) => b.submittedAt - a.submittedAt)
}

let draining: Promise<void> | null = null
let again = false
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Sends everything of the signed-in person that is due, oldest first. One drainer at a time over all tabs and the
 * service worker; a call while this page drains makes it look once more. Resolves when nothing is due; what failed is
 * tried again by a timer. Never rejects.
 */
export function drainOutbox(): Promise<void> {
  if (draining) {
    again = true
    return draining
  }
  draining = (async () => {
    try {
      do {
        again = false
        await withLock(OUTBOX_LOCK, sendAllDue)
      } while (again)
    } catch {
      // The store failed under us; the timer tries again.
    } finally {
      draining = null
      await plan()
    }
  })()
  return draining
}

async function sendAllDue(): Promise<void> {
  const tried = new Set<string>()
  for (;;) {
    const store = await openStore()
    const due = (await ownSubmissions(store))
      .filter((row) => isDue(row, Date.now()) && !tried.has(row.orderId))
      .sort((a, b) => a.submittedAt - b.submittedAt)[0]
    if (!due) return
    tried.add(due.orderId)
    await sendSubmission(store, due)
  }
}

/** 'sending' is due as well: whoever holds the lock knows that the one who was sending is gone. */
export const isDue = (row: Pick<Submission, 'state' | 'nextAttemptAt'>, now: number): boolean =>
  row.state === 'sending' || ((row.state === 'waiting' || row.state === 'needs-sign-in') && row.nextAttemptAt <= now)

/** Sets the timer for the next attempt of this page. */
async function plan(): Promise<void> {
  clearTimeout(timer)
  const times = await openStore()
    .then(ownSubmissions)
    .then((rows) => rows.filter((row) => isDue(row, Infinity)).map((row) => row.nextAttemptAt))
    .catch(() => [Date.now() + RETRY_STORE_MS])
  if (times.length === 0) return
  const wait = Math.max(0, Math.min(...times) - Date.now())
  timer = setTimeout(() => void drainOutbox(), Math.max(wait, SHORTEST_WAIT_MS))
}

/** When the device's store itself failed, in milliseconds. */
const RETRY_STORE_MS = 30_000
/** Keeps a wrong clock from turning the timer into a spin. */
const SHORTEST_WAIT_MS = 500

/** The server answers again, or somebody signed in: what waits is due now, whatever its backoff says. */
export async function wakeOutbox(): Promise<void> {
  const store = await openStore()
  await store.transact(['submissions', 'session'], async () => {
    for (const row of await ownSubmissions(store))
      if (row.state === 'waiting' || row.state === 'needs-sign-in')
        await store.table('submissions').put({ ...row, state: 'waiting', nextAttemptAt: 0 })
  })
  await drainOutbox()
}

let reached: boolean | null = null
/** Follows whether the server answers, and sends at once when it does again. Returns the way to stop. */
export function wakeWhenReachable(): () => void {
  return watchReachable().subscribe((now) => {
    if (now && reached === false) void wakeOutbox()
    reached = now
  })
}

/** Whether anything of the signed-in person still has to be sent, now or later. */
export async function hasUnsent(): Promise<boolean> {
  const rows = await ownSubmissions(await openStore())
  return rows.some((row) => isDue(row, Infinity))
}

/** Notes that the person knows how it ended, so that no other page tells it again. False when somebody told it already. */
export async function noteTold(orderId: string): Promise<boolean> {
  const store = await openStore()
  return store.transact(['submissions', 'session'], async () => {
    const row = await store.table('submissions').get(orderId)
    if (!row || row.ownerId !== (await ownerIn(store)) || row.told === row.state) return false
    await store.table('submissions').put({ ...row, told: row.state })
    return true
  })
}

/** Sends one submission now, a refused one included (its reason may be gone). */
export async function retrySubmission(orderId: string): Promise<void> {
  const store = await openStore()
  await store.transact(['submissions', 'session'], async () => {
    const row = await store.table('submissions').get(orderId)
    if (!row || row.ownerId !== (await ownerIn(store)) || row.state === 'sent' || row.state === 'sending') return
    await store.table('submissions').put({ ...row, state: 'waiting', nextAttemptAt: 0 })
  })
  await drainOutbox()
}

/**
 * Takes a submission back into its draft, so that it can be corrected and submitted again under the same order. The
 * server is asked first whether it has it; if so it is marked as sent and this fails with `order_submitted`. Fails
 * with `unreachable` when it was tried before and nobody can say whether it arrived.
 */
export const editSubmission = (orderId: string): Promise<Result<null>> =>
  takeBack(orderId, async (store, row) => {
    const order = await store.table('orders').get(orderId)
    const { blob, name, chosenAt, sha256, type } = row.screenshot
    const { orderCode: code, ownerId, submittedAt: createdAt, lines } = row
    await store.table('orders').put({
      // Signing out takes the order along and leaves what is on its way.
      ...(order ?? { id: orderId, code, ownerId, createdAt, lines, hold: null }),
      state: 'draft',
      form: {
        reference: row.reference,
        sendAnyway: row.sendAnyway,
        screenshot: blob ? { blob, name, chosenAt, sha256, type } : null,
      },
    })
    await store.table('submissions').remove([orderId])
  })

/** Withdraws a submission for good, under the same conditions, and gives its seats back. */
export async function cancelSubmission(orderId: string): Promise<Result<null>> {
  const result = await takeBack(orderId, async (store) => {
    await store.table('submissions').remove([orderId])
    await store.table('orders').remove([orderId])
  })
  if (result.ok) void releaseSeats(orderId)
  return result
}

function takeBack(orderId: string, work: (store: Store, row: Submission) => Promise<void>): Promise<Result<null>> {
  // Under the drainer's lock: nobody sends it while we ask.
  return withLock(OUTBOX_LOCK, async () => {
    try {
      const store = await openStore()
      const row = await store.table('submissions').get(orderId)
      if (!row || row.ownerId !== (await owner())) return failed('unknown_order')
      if (row.state === 'sent') return failed('order_submitted')
      // A refusal is the server's word that it does not have it; without any attempt it cannot have it.
      if (row.attempts > 0 && row.state !== 'refused') {
        const known = await readMyPayment(orderId)
        if (!known.ok) return known
        if (known.value) {
          await storeSent(store, row, known.value)
          return failed('order_submitted')
        }
      }
      await store.transact(['submissions', 'orders'], () => work(store, row))
      return ok(null)
    } catch (error) {
      return { ok: false, failure: toFailure(error) }
    }
  })
}

/**
 * The lines of which at least one seat stands in a submission: run over the cart at start, so that a crash between
 * Submit and clearing the cart shows nothing twice. What was refused or rejected stands no longer: its lines may be
 * back in the cart.
 */
export async function submissionTouches<T extends OrderLine>(lines: T[]): Promise<T[]> {
  const store = await openStore()
  const submitted = (await ownSubmissions(store)).filter((row) => row.state !== 'refused')
  const payments = await store.table('payments').where(
    'orderId',
    submitted.map((row) => row.orderId),
  )
  const rejected = new Set(payments.filter((row) => row.status === 'rejected').map((row) => row.orderId))
  const seats = new Set(
    submitted.filter((row) => !rejected.has(row.orderId)).flatMap((row) => row.lines.flatMap((line) => keysOf(line))),
  )
  return lines.filter((line) => keysOf(line).some((key) => seats.has(key)))
}

const keysOf = (line: OrderLine): string[] => line.seats.map((seat) => `${line.ticketCategoryId}:${seat}`)
