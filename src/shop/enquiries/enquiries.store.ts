import { sendContactMessage, type ContactMessage } from './enquiries.api.ts'
import { toFailure } from '#platform/failure/to-failure.ts'
import { withLock } from '#platform/device/lock/lock.ts'
import { mayPassLater, needsSignIn, ok, type Failure, type Result } from '#platform/failure/failure.ts'
import { backoff, isDueAt } from '#platform/time/backoff.ts'
import type { WaitingMessage } from '#shop/device/schema.ts'
import { owner, ownerIn } from '#shop/people/session.store.ts'
import { openStore } from '#shop/device/store.ts'
import type { Observable } from '#platform/observable/observable.ts'
import type { Store } from '#shop/device/store-types.ts'
import { watch } from '#shop/device/observable.ts'

const MESSAGES_LOCK = 'mehfil.messages'

/**
 * Puts a message on the device and sends it: 'sent', or 'kept' when it leaves by itself once the server answers. Fails
 * with the server's refusal (`too_many`, `invalid`): then it is not kept, and the form still has it. It keeps its id at
 * every attempt, so that it arrives once.
 */
export async function leaveMessage(message: ContactMessage): Promise<Result<'sent' | 'kept'>> {
  let stored = false
  try {
    const store = await openStore()
    const ownerId = await owner()
    await store.table('messages').put({ ...message, ownerId, writtenAt: Date.now(), attempts: 0, nextAttemptAt: 0 })
    stored = store.kind === 'device'
  } catch {
    // The device keeps nothing: then it is sent or it is not.
  }
  const failure = await withLock(MESSAGES_LOCK, () => sendOne(message.id, message))
  if (failure === null) return ok('sent')
  return stored && isForLater(failure) ? ok('kept') : { ok: false, failure }
}

/** What waits of whoever looks: their own when signed in, a visitor's otherwise; oldest first. */
export function watchWaitingMessages(): Observable<WaitingMessage[]> {
  return watch(async (store) => (await mine(store)).sort((a, b) => a.writtenAt - b.writtenAt))
}

/** Takes a waiting message back. */
export async function discardMessage(id: string): Promise<void> {
  await withLock(MESSAGES_LOCK, async () => {
    const store = await openStore()
    if ((await mine(store)).some((row) => row.id === id)) await store.table('messages').remove([id])
  })
}

/** Sends what waits and is due; one sender over all tabs and the worker. Never rejects. */
export async function sendMessages(): Promise<void> {
  try {
    await withLock(MESSAGES_LOCK, async () => {
      const due = (await mine(await openStore())).filter((row) =>
        isDueAt(row.nextAttemptAt, Date.now(), AFTER_REFUSAL_MS),
      )
      for (const row of due) await sendOne(row.id)
    })
  } catch {
    // The store failed under us; the next sync tries again.
  }
}

async function mine(store: Store): Promise<WaitingMessage[]> {
  const ownerId = await ownerIn(store)
  return (await store.table('messages').all()).filter((row) => row.ownerId === ownerId)
}

const isForLater = (failure: Failure): boolean => mayPassLater(failure) || needsSignIn(failure)

/** Null when it has arrived. A refusal for good takes it off the device: who is asked for it then has it in the form. */
async function sendOne(id: string, typed?: ContactMessage): Promise<Failure | null> {
  const store = await openStore()
  const row = await store.table('messages').get(id)
  const message = typed ?? row
  // Somebody else has sent it.
  if (!message) return null
  const { name, email, topic, message: text, orderCode } = message
  let failure: Failure | null
  try {
    const answer = await sendContactMessage({ id, name, email, topic, message: text, orderCode })
    failure = answer.ok ? null : answer.failure
  } catch (error) {
    failure = toFailure(error)
  }
  if (!row) return failure
  try {
    if (failure === null || (typed && !isForLater(failure))) await store.table('messages').remove([id])
    else {
      const attempts = row.attempts + 1
      // 'Too many' of an hour are fewer an hour later.
      const wait = isForLater(failure) ? backoff(attempts) : AFTER_REFUSAL_MS
      await store.table('messages').put({ ...row, attempts, nextAttemptAt: Date.now() + wait })
    }
  } catch {
    // A full device takes no note: it leaves again under its id, which the server knows.
  }
  return failure
}

/** How long a message that was refused when nobody was there to mend it waits for another attempt, in milliseconds. */
const AFTER_REFUSAL_MS = 3_600_000
