import type { Result } from '#domain/failure.ts'
import { toPaise } from '#domain/money.ts'
import { call, parsed } from './call.ts'
import { PAGE_ROWS, readPages } from './catalogue-api.ts'
import { backend } from './client.ts'

export interface Refund {
  id: string
  ticketId: string
  /** Paise. */
  amount: number
  /** Where it is sent; null once it is paid and the account gone. */
  upiId: string | null
  reason: 'cancelled' | 'moved'
  status: 'requested' | 'refunded'
  /** The bank's reference of the transfer; null before it. */
  utr: string | null
  /** ISO instants. */
  requestedAt: string
  refundedAt: string | null
}

// oxlint-disable-next-line no-explicit-any -- as it comes over the wire, before parsing
type Raw = any

const COLUMNS = 'id,ticket_id,amount,upi_id,reason,status,utr,requested_at,refunded_at'

function parseRefund(row: Raw): Refund {
  if (typeof row?.ticket_id !== 'string') throw new TypeError('no refund')
  return {
    id: row.id,
    ticketId: row.ticket_id,
    amount: toPaise(row.amount),
    upiId: row.upi_id ?? null,
    reason: row.reason === 'moved' ? 'moved' : 'cancelled',
    status: row.status === 'refunded' ? 'refunded' : 'requested',
    utr: row.utr ?? null,
    requestedAt: new Date(row.requested_at).toISOString(),
    refundedAt: row.refunded_at ? new Date(row.refunded_at).toISOString() : null,
  }
}

/** Every refund that the caller asked for. */
export async function readMyRefunds(userId: string): Promise<Result<Refund[]>> {
  return readPages(
    async (after) => {
      let query = (await backend()).from('refunds').select(COLUMNS).eq('user_id', userId)
      if (after) query = query.gt('id', after)
      return query.order('id').limit(PAGE_ROWS)
    },
    (row: Raw) => row.id,
    parseRefund,
  )
}

/**
 * Asks for the money of an own ticket, to be paid to the UPI id of the profile. Asking again is the same request.
 * Refusals: `not_found`, `not_refundable` (detail: revoked, unchanged, late, begun), `no_upi_id`.
 */
export async function requestRefund(ticketId: string): Promise<Result<Refund>> {
  const answer: Result<Raw> = await call(async () => (await backend()).rpc('request_refund', { p_ticket_id: ticketId }))
  return parsed(answer, parseRefund)
}
