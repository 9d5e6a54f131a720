import { sign, type KeyObject } from 'node:crypto'
import { issuedBytes } from '#shop/tickets/passes/pass-code.ts'

interface Sold {
  id: string
  userId: string
  eventId: string
  seats: readonly string[]
}

/** Returns the rows of a ticket's passes, signed by its event's first key. `at`: when they were issued. */
export const passesOf = ({ id: ticketId, userId, eventId, seats }: Sold, issuer: KeyObject, at: string | null) =>
  seats.map((seat, before) => {
    const pass = { number: before + 1, seat }
    const of = { keyNumber: 1, issue: 0, ticketId, userId, eventId, test: false, device: null }
    const signature = sign(null, issuedBytes({ ...pass, ...of }), issuer).toString('hex')
    return {
      ...{ ...pass, ticket_id: ticketId, holder_id: userId, key_number: 1, signature },
      ...{ created_at: at, updated_at: at },
    }
  })
