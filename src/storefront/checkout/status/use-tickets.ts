import { useState } from 'react'
import { isFull, isRetryable } from '#platform/failure/failure.ts'
import { confirmTickets } from '#shop/tickets/wallet.store.ts'
import { usePolling } from '#ui/hooks/use-polling.ts'
import { STATUS_POLL_MS } from './use-verification.ts'

/** `unkept`: the tickets exist, but the device has no room for them. */
export type TicketsState =
  { kind: 'waiting' } | { kind: 'unkept' } | { kind: 'here'; count: number } | { kind: 'failed' }

/** Fetches the tickets of an approved payment, one per line; retries without an answer. Fewer is an error for staff. */
export function useTickets(orderId: string, approved: boolean, lines: number): TicketsState {
  const [count, setCount] = useState<number | null>(null)
  const [problem, setProblem] = useState<'unkept' | 'failed' | null>(null)
  const fetch = async (): Promise<void> => {
    const result = await confirmTickets(orderId)
    if (result.ok) setCount(result.value.length)
    else if (!isRetryable(result.failure) && result.failure.code !== 'signed_out') setProblem('failed')
    else if (isFull(result.failure)) setProblem('unkept')
  }
  const settled = count !== null || problem === 'failed'
  usePolling(fetch, approved && !settled ? STATUS_POLL_MS : null, { atOnce: true, whileHidden: true })
  if (count !== null) return count > 0 && count >= lines ? { kind: 'here', count } : { kind: 'failed' }
  return { kind: problem ?? 'waiting' }
}
