import type { Result } from '#platform/failure/failure.ts'
import { asPerson } from '#platform/supabase/ask.ts'
import { parseTicket, TICKET_COLUMNS, type Ticket } from './ticket-rows.ts'

export const readMyTickets = (userId: string, paymentId?: string): Promise<Result<Ticket[]>> =>
  asPerson.pages((client) => {
    const rows = client.from('user_tickets').select(TICKET_COLUMNS).eq('user_id', userId)
    return paymentId ? rows.eq('payment_id', paymentId) : rows
  }, parseTicket)

/** Returns the ids of an approved payment's tickets, else none. Creates none. */
export const confirmedTickets = (reference: string): Promise<Result<string[]>> =>
  asPerson.read('confirm_tickets', { p_transaction_id: reference }, (rows) => rows.map((row) => row.id))
