import { useEffect, useState } from 'react'
import { isFull, mayPassLater } from '#platform/failure/failure.ts'
import { confirmTickets } from '#shop/tickets/wallet.store.ts'
import { STATUS_POLL_MS } from './use-verification.ts'

/** `unkept`: they are made, and the device has no room for them. */
export type TicketsState =
  { kind: 'waiting' } | { kind: 'unkept' } | { kind: 'here'; count: number } | { kind: 'failed' }

/**
 * Fetches the tickets of an approved payment onto this device: one for each line, made when it was approved. Fewer than
 * lines is an error that staff must see to; no answer is asked again.
 */
export function useTickets(orderId: string, approved: boolean, lines: number): TicketsState {
  const [state, setState] = useState<TicketsState>({ kind: 'waiting' })
  useEffect(() => {
    if (!approved) return
    let current = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const fetch = async (): Promise<void> => {
      const result = await confirmTickets(orderId)
      if (!current) return
      if (result.ok) {
        const count = result.value.length
        setState(count > 0 && count >= lines ? { kind: 'here', count } : { kind: 'failed' })
      } else if (mayPassLater(result.failure) || result.failure.code === 'signed_out') {
        if (isFull(result.failure)) setState({ kind: 'unkept' })
        timer = setTimeout(() => void fetch(), STATUS_POLL_MS)
      } else {
        setState({ kind: 'failed' })
      }
    }
    void fetch()
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [orderId, approved, lines])
  return state
}
