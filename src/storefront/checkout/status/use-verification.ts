import { useState } from 'react'
import { checkPayment, confirmTickets } from '#shop/tickets/wallet.store.ts'
import { useNow, usePolling } from '#ui/hooks/use-time.ts'
import { isFull, isRetryable } from '#platform/failure/failure.ts'

const STATUS_POLL_MS = 10_000
const MAX_VERIFICATION_MS = 300_000

export interface Verification {
  timedOut: boolean
  /** The server knows no such payment. */
  missing: boolean
  again: () => void
}

/** Asks for the result every 10 s, for 300 s, and stores the answer on the device. */
export function useVerification(orderId: string, waiting: boolean): Verification {
  const [missing, setMissing] = useState(false)
  const [began, setBegan] = useState<number | null>(null)
  // oxlint-disable-next-line purity -- the waiting begins now
  if (waiting !== (began !== null)) setBegan(waiting ? Date.now() : null)

  const isOver = (now: number): boolean => began !== null && now - began >= MAX_VERIFICATION_MS
  const timedOut = isOver(useNow(STATUS_POLL_MS))
  const ask = async (): Promise<void> => {
    // Not `useNow`: it pauses while the page is in the background.
    if (isOver(Date.now())) return
    const result = await checkPayment(orderId)
    if (result.ok) setMissing(result.value === null)
  }
  usePolling(ask, waiting && !timedOut ? STATUS_POLL_MS : null, { atOnce: true, whileHidden: true })

  return { timedOut: waiting && timedOut, missing, again: () => setBegan(Date.now()) }
}

/** `unkept`: the tickets exist, but the device has no room for them. */
export type TicketsState =
  { kind: 'waiting' } | { kind: 'unkept' } | { kind: 'here'; ids: readonly string[] } | { kind: 'failed' }

/** Fetches the tickets of an approved payment, one per line; retries without an answer. Fewer is an error for staff. */
export function useTickets(orderId: string, approved: boolean, lines: number): TicketsState {
  const [ids, setIds] = useState<readonly string[] | null>(null)
  const [problem, setProblem] = useState<'unkept' | 'failed' | null>(null)
  const fetch = async (): Promise<void> => {
    const result = await confirmTickets(orderId)
    if (result.ok) setIds(result.value.map((ticket) => ticket.id))
    else if (!isRetryable(result.failure) && result.failure.code !== 'signed_out') setProblem('failed')
    else if (isFull(result.failure)) setProblem('unkept')
  }
  const settled = ids !== null || problem === 'failed'
  usePolling(fetch, approved && !settled ? STATUS_POLL_MS : null, { atOnce: true, whileHidden: true })
  if (ids !== null) return ids.length > 0 && ids.length >= lines ? { kind: 'here', ids } : { kind: 'failed' }
  return { kind: problem ?? 'waiting' }
}
