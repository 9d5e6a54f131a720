import type { Result } from '#platform/failure/failure.ts'
import { callRead, parsed } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'
import { PAGE_ROWS, readPages } from '#platform/supabase/read-pages.ts'
import { parseTicket, TICKET_COLUMNS, type Ticket } from './ticket-rows.ts'

/** Every ticket of the caller, revoked ones included; of one payment when `paymentId` is given. */
export async function readMyTickets(userId: string, paymentId?: string): Promise<Result<Ticket[]>> {
  return readPages(
    async (after) => {
      let query = (await backend()).from('user_tickets').select(TICKET_COLUMNS).eq('user_id', userId)
      if (paymentId) query = query.eq('payment_id', paymentId)
      if (after) query = query.gt('id', after)
      return query.order('id').limit(PAGE_ROWS)
    },
    (row) => row.id,
    parseTicket,
  )
}

/** The ids of the tickets that an approved payment made; makes none. Empty while undecided. */
export async function confirmedTickets(reference: string): Promise<Result<string[]>> {
  const answer = await callRead<{ id: string }[]>(async () =>
    (await backend()).rpc('confirm_tickets', { p_transaction_id: reference }),
  )
  return parsed(answer, (rows) => rows.map((row) => row.id))
}
