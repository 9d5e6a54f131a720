import { useRef, useState } from 'react'
import { useIdentity } from '#account/session/identity.ts'
import type { Failure, Result } from '#platform/failure/failure.ts'
import { findMyEntry, joinQueue, refreshQueue, watchMyQueue, type KnownQueue } from '#shop/queue/queue.store.ts'
import {
  AGAIN_S,
  isEstimate,
  newerEntry,
  newerState,
  nextAsk,
  queuePhase,
  type QueueEntry,
  type QueuePhase,
  type QueueState,
} from '#shop/queue/queue.ts'
import { usePolling } from '#ui/hooks/use-time.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { useShopNow } from '../use-shop-now.ts'

const TICK_MS = 1_000
const CALM_MS = 15_000
/** On an event's page: most have no queue. */
const UNREAD_MS = 60_000

export interface SeenQueue {
  /** Null without a queue; undefined until it is known. */
  state: QueueState | null | undefined
  entry: QueueEntry | null
  /** Null until it is known. */
  phase: QueuePhase | null
  /** The server does not answer: the phase is counted on. */
  estimate: boolean
  /** Why the last question had no answer; null when it had one. */
  failed: Failure | null
  /** The server's time, ms. */
  now: number
  ask: () => Promise<void>
  join: () => Promise<Result<QueueEntry>>
}

/**
 * Follows an event's queue for the signed-in person or a visitor: what the device keeps at once, then what the server says,
 * as often as it asks for. `page`: also while hidden, and with the entry that the device does not have.
 */
export function useQueue(eventId: string, { page }: { page: boolean }): SeenQueue {
  const identity = useIdentity()
  const owner = identity.status === 'signed-in' ? identity.userId : null
  const kept = useWatched(() => watchMyQueue(eventId), [eventId, owner])
  const [heard, setHeard] = useState<(KnownQueue & { owner: string | null }) | null>(null)
  const [failed, setFailed] = useState<Failure | null>(null)
  /** Null until this person has an answer about this queue. */
  const asker = `${owner ?? ''} ${eventId}`
  const [wait, setWait] = useState<{ asker: string; ms: number } | null>(null)
  const waitMs = wait?.asker === asker ? wait.ms : null
  const looked = useRef('')
  // Of each page its own, so that those who came together do not ask together for ever.
  const [chance] = useState(() => Math.random())

  const mine = heard?.owner === owner ? heard.mine : null
  const entry = newestEntry(kept.value?.entry, mine?.entry)
  const state = heard && !heard.state ? null : newestState(kept.value?.state, heard?.state)
  const followed = state !== null && state?.endedAt === null
  const now = useShopNow(followed ? TICK_MS : CALM_MS)

  const ask = async (): Promise<void> => {
    const answer = await refreshQueue(eventId)
    setFailed(answer.ok ? null : answer.failure)
    if (answer.ok) {
      const { state: next, mine: own } = answer.value
      setHeard((before) => ({ state: next && newerState(before?.state, next), mine: own, owner }))
    }
    const { state: said = state ?? null, mine: own = null } = answer.ok ? answer.value : {}
    // Its own time: a phone's clock may be wrong.
    const at = answer.ok && said ? said.at : now
    const next = said || answer.ok ? nextAsk(said, own?.entry ?? entry, at, chance) : AGAIN_S * 1_000
    setWait({ asker, ms: answer.ok || page ? next : Math.max(next, UNREAD_MS) })
    if (page && owner !== null && said && !own && looked.current !== asker) await look(said, at)
  }
  /** The device may have lost the entry, or another one made it: asked once, because the database answers. */
  const look = async ({ endedAt, joinsFrom }: QueueState, at: number): Promise<void> => {
    if (endedAt !== null || at < Date.parse(joinsFrom)) return
    const found = await findMyEntry(eventId)
    if (found.ok) looked.current = asker
  }
  const known = identity.status !== 'unknown' && (kept.value !== undefined || kept.error !== undefined)
  usePolling(ask, known ? (waitMs ?? AGAIN_S * 1_000) : null, { atOnce: waitMs === null, whileHidden: page })

  const join = async (): Promise<Result<QueueEntry>> => {
    const joined = await joinQueue(eventId)
    // Also a refusal says that something has changed.
    await ask()
    return joined
  }
  return {
    state,
    entry,
    phase: state === undefined ? null : queuePhase(state, entry, now),
    estimate: followed && (failed !== null || isEstimate(state, now)),
    failed,
    now,
    ask,
    join,
  }
}

function newestEntry(kept: QueueEntry | undefined, heard: QueueEntry | undefined): QueueEntry | null {
  if (kept && heard) return newerEntry(kept, heard)
  return kept ?? heard ?? null
}

function newestState(kept: QueueState | null | undefined, heard: QueueState | null | undefined) {
  return heard ? newerState(kept, heard) : (kept ?? undefined)
}
