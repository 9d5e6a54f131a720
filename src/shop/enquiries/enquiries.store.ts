import { sendContactMessage, type ContactMessage } from './enquiries.api.ts'
import { toFailure } from '#platform/failure/to-failure.ts'
import { withLock } from '#platform/device/lock/lock.ts'
import { isRetryable, needsSignIn, ok, type Failure, type Result } from '#platform/failure/failure.ts'
import { backoff, isDueAt } from '#platform/time/backoff.ts'
import type { WaitingMessage } from '#shop/device/schema.ts'
import { owner, ownerIn } from '#shop/people/session.store.ts'
import { openStore } from '#shop/device/store.ts'
import type { Observable } from '#platform/observable/observable.ts'
import type { Store } from '#shop/device/store-types.ts'
import { watch } from '#shop/device/observable.ts'

const MESSAGES_LOCK = 'mehfil.messages'

/** Sends a message now ('sent') or when the server answers ('kept'). Not kept if refused (`too_many`, `invalid`). */
export async function leaveMessage(message: ContactMessage): Promise<Result<'sent' | 'kept'>> {
  let stored = false
  try {
    const store = await openStore()
    const ownerId = await owner()
    await store.table('messages').put({ ...message, ownerId, writtenAt: Date.now(), attempts: 0, nextAttemptAt: 0 })
    stored = store.kind === 'device'
  } catch {
    // Storing failed: the message is only sent.
  }
  const failure = await withLock(MESSAGES_LOCK, () => sendOne(message.id, message))
  if (failure === null) return ok('sent')
  return stored && isForLater(failure) ? ok('kept') : { ok: false, failure }
}

/** Watches the waiting messages of the signed-in account, or of a visitor; oldest first. */
export function watchWaitingMessages(): Observable<WaitingMessage[]> {
  return watch(async (store) => (await mine(store)).sort((a, b) => a.writtenAt - b.writtenAt))
}

export async function discardMessage(id: string): Promise<void> {
  await withLock(MESSAGES_LOCK, async () => {
    const store = await openStore()
    if ((await mine(store)).some((row) => row.id === id)) await store.table('messages').remove([id])
  })
}

/** Sends all due messages, one sender over all tabs and the worker. Never rejects. */
export async function sendMessages(): Promise<void> {
  try {
    await withLock(MESSAGES_LOCK, async () => {
      const due = (await mine(await openStore())).filter((row) =>
        isDueAt(row.nextAttemptAt, Date.now(), AFTER_REFUSAL_MS),
      )
      for (const row of due) await sendOne(row.id)
    })
  } catch {
    // The store failed; the next sync tries again.
  }
}

async function mine(store: Store): Promise<WaitingMessage[]> {
  const ownerId = await ownerIn(store)
  return (await store.table('messages').all()).filter((row) => row.ownerId === ownerId)
}

const isForLater = (failure: Failure): boolean => isRetryable(failure) || needsSignIn(failure)

/** Returns null once sent. A final refusal deletes a message that is still in the form (`typed`). */
async function sendOne(id: string, typed?: ContactMessage): Promise<Failure | null> {
  const store = await openStore()
  const row = await store.table('messages').get(id)
  const message = typed ?? row
  // Another tab has sent it.
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
      // After an hour `too_many` no longer applies.
      const wait = isForLater(failure) ? backoff(attempts) : AFTER_REFUSAL_MS
      await store.table('messages').put({ ...row, attempts, nextAttemptAt: Date.now() + wait })
    }
  } catch {
    // A full device sends it again under the same id, which the server knows.
  }
  return failure
}

/** Pause after a refusal in the background, in milliseconds. */
const AFTER_REFUSAL_MS = 3_600_000
