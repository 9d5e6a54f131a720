import { randomUUID } from 'node:crypto'
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/platform/supabase/embedded-key.ts'
import { median } from '../bench/measure.ts'
import type { Customer } from '../support/server/visitor.ts'

export interface Belongings {
  email: string
  order: string
  reference: string
  payment: string
  ticket: string
  picture: string
}

export async function belongingsOf({ client, email }: Customer): Promise<Belongings> {
  const { data: payment } = await client.from('payments').select('*').eq('status', 'approved').limit(1).single()
  const { data: ticket } = await client.from('user_tickets').select('id').limit(1).single()
  return {
    email,
    order: payment.order_id,
    reference: payment.transaction_id,
    payment: payment.id,
    ticket: ticket!.id,
    picture: payment.screenshot_url,
  }
}

export const nobodys = (): Belongings => ({
  email: `nobody.${randomUUID()}@test.example`,
  order: randomUUID(),
  reference: String(Math.floor(1e11 + Math.random() * 8e11)),
  payment: randomUUID(),
  ticket: randomUUID(),
  picture: `${randomUUID()}/1790000000000-${randomUUID()}.png`,
})

export interface Asked {
  method: string
  path: string
  body?: unknown
}

/** Returns status and text of an answer, without the values asked for. */
export async function said(
  url: string,
  { method, path, body }: Asked,
  of: Belongings,
  token: string | null,
): Promise<string> {
  const answer = await fetch(url + path, {
    method,
    headers: {
      apikey: EMBEDDED_PUBLISHABLE_KEY,
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  })
  let text = `${answer.status} ${answer.headers.get('content-type')} ${await answer.text()}`
  for (const [name, value] of Object.entries(of)) text = text.replaceAll(value, `<${name}>`)
  return text
}

const rpc = (name: string, body: unknown): Asked => ({ method: 'POST', path: `/rest/v1/rpc/${name}`, body })
const auth = (path: string) => ({ method: 'POST', path: `/auth/v1/${path}` })
const get = (path: string): Asked => ({ method: 'GET', path: `/rest/v1/${path}` })

export const questions: [string, (of: Belongings) => Asked][] = [
  ['the state of a reference', (of) => rpc('check_payment_status', { p_transaction_id: of.reference })],
  ['the tickets of a reference', (of) => rpc('confirm_tickets', { p_transaction_id: of.reference })],
  ['a refund', (of) => rpc('request_refund', { p_ticket_id: of.ticket })],
  ['a decision', (of) => rpc('review_payment', { p_payment_id: of.payment, p_decision: 'approved' })],
  ['several decisions', (of) => rpc('review_payments', { p_payment_ids: [of.payment] })],
  ['other seats', (of) => rpc('reassign_seats', { p_payment_id: of.payment, p_lines: [] })],
  ['a revocation', (of) => rpc('revoke_tickets', { p_ticket_ids: [of.ticket], p_reason: 'X' })],
  ['the search for a reference', (of) => rpc('search_payments', { p_search: of.reference })],
  ['a payment by its reference', (of) => get(`payments?transaction_id=eq.${of.reference}`)],
  ['a payment by its order', (of) => get(`payments?order_id=eq.${of.order}`)],
  ['a ticket', (of) => get(`user_tickets?id=eq.${of.ticket}`)],
  ['seats of an order', (of) => get(`seat_claims?order_id=eq.${of.order}`)],
  ['a profile by its address', (of) => get(`profiles?email=eq.${of.email}`)],
  ['a message by its address', (of) => get(`contact_messages?email=eq.${of.email}`)],
  [
    'the number of profiles with an address',
    (of) => ({ method: 'GET', path: `/rest/v1/profiles?select=count&email=eq.${of.email}` }),
  ],
  ['a picture', (of) => ({ method: 'GET', path: `/storage/v1/object/payments/${of.picture}` })],
  ['the description of a picture', (of) => ({ method: 'GET', path: `/storage/v1/object/info/payments/${of.picture}` })],
  [
    'pictures of a customer',
    (of) => ({ method: 'POST', path: '/storage/v1/object/list/payments', body: { prefix: of.picture.split('/')[0] } }),
  ],
  [
    'signing in',
    (of) => ({ ...auth('token?grant_type=password'), body: { email: of.email, password: 'a wrong one' } }),
  ],
  ['a forgotten password', (of) => ({ ...auth('recover'), body: { email: of.email } })],
  ['another confirmation', (of) => ({ ...auth('resend'), body: { email: of.email, type: 'signup' } })],
  ['a code of a mail', (of) => ({ ...auth('verify'), body: { email: of.email, token: '123456', type: 'recovery' } })],
  [
    'an address for one’s own account',
    (of) => ({ method: 'PUT', path: '/auth/v1/user', body: { email: of.email, data: { name: 'X' } } }),
  ],
]

/** Measures each question about existing and unknown data in turns: medians in ms and their ratio, not a bound. */
export async function answerTimes(
  url: string,
  theirs: Belongings,
  token: string,
  rounds: (name: string) => number,
): Promise<Record<string, { existing: number; unknown: number; ratio: number }>> {
  const table: Awaited<ReturnType<typeof answerTimes>> = {}
  const timed = async (question: (of: Belongings) => Asked, of: Belongings): Promise<number> => {
    const began = performance.now()
    await said(url, question(of), of, token)
    return performance.now() - began
  }
  for (const [name, question] of questions) {
    const [known, unknown]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds(name); round += 1) {
      known.push(await timed(question, theirs))
      unknown.push(await timed(question, nobodys()))
    }
    const [a, b] = [median(known), median(unknown)]
    table[name] = { existing: Number(a.toFixed(2)), unknown: Number(b.toFixed(2)), ratio: Number((a / b).toFixed(2)) }
  }
  return table
}
