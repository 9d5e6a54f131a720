import type { Result } from '#platform/failure/failure.ts'
import { callRead, parsed } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'
import { PAGE_ROWS, readPages } from '#platform/supabase/read-pages.ts'
import { parseTicket, TICKET_COLUMNS, type Ticket } from './ticket-rows.ts'

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

/** Returns the ids of an approved payment's tickets, else none. Creates none. */
export async function confirmedTickets(reference: string): Promise<Result<string[]>> {
  const answer = await callRead<{ id: string }[]>(async () =>
    (await backend()).rpc('confirm_tickets', { p_transaction_id: reference }),
  )
  return parsed(answer, (rows) => rows.map((row) => row.id))
}
