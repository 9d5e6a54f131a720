import { randomUUID } from 'node:crypto'
import { EMBEDDED_PUBLISHABLE_KEY } from '../../../src/platform/supabase/embedded-key.ts'
import { linesOf, submissionOf, tokenOf, type Buyer } from '../sale-load.ts'
import { encode } from './http-client.ts'

/** A signed-in person; `address`: where the request comes from, for a shop behind one proxy. */
export interface Person {
  user: string
  secret: string
  address?: string
}

type Line = Pick<Buyer, 'category' | 'seats'>

export const from = (address: string | undefined): Record<string, string> =>
  address === undefined ? {} : { 'x-forwarded-for': address }

/** With the headers of the shop's own client in a browser. */
export const callOf = ({ user, secret, address }: Person, name: string, body: unknown): Buffer =>
  encode({
    method: 'POST',
    path: `/rest/v1/rpc/${name}`,
    headers: {
      accept: 'application/json',
      'accept-encoding': 'br',
      'content-profile': 'public',
      apikey: EMBEDDED_PUBLISHABLE_KEY,
      authorization: `Bearer ${tokenOf(user, secret)}`,
      ...from(address),
    },
    body,
  })

/** Holds seats for a new order. */
export function holdOf(person: Person, line: Line): { order: string; request: Buffer } {
  const order = randomUUID()
  const p_lines = linesOf({ ...line, standing: false })
  return { order, request: callOf(person, 'hold_seats', { p_order_id: order, p_lines }) }
}

export const releaseOf = (person: Person, order: string): Buffer =>
  callOf(person, 'release_seats', { p_order_id: order })

/** Submits the payment of an order. `amount` in rupees. */
export const paymentOf = (person: Person, order: string, line: Line, amount: number): Buffer =>
  callOf(
    person,
    'submit_payment',
    submissionOf({
      ...line,
      ...{ user: person.user, order, amount, standing: false },
      reference: String(400_000_000_000 + Math.floor(Math.random() * 99_999_999_999)),
    }),
  )
