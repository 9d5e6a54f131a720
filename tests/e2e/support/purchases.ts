import { randomUUID } from 'node:crypto'
import type { Shop } from '../../support/shop.ts'
import { demoPerson, personOf, type Customer as Person } from '../../support/visitor.ts'
import { newReference, type Payment } from './customer.ts'

type Place = Pick<Shop, 'url'>
type Account = Pick<Person, 'email' | 'password'>

export interface Bought extends Payment {
  paymentId: string
}

/** Seats by their labels, or a number of standing places. */
type Places = readonly string[] | number

const linesOf = (category: string, places: Places) => [
  { ticket_category_id: category, ...(typeof places === 'number' ? { count: places } : { seats: places }) },
]

async function hold({ client }: Person, category: string, places: Places) {
  const order = randomUUID()
  const { data } = await client
    .rpc('hold_seats', { p_order_id: order, p_lines: linesOf(category, places) })
    .throwOnError()
  return { order, orderCode: data.order_code as string, total: Number(data.total) }
}

/** Holds places of a category, as at the beginning of a checkout. */
export async function holds(shop: Place, account: Account, category: string, places: Places): Promise<void> {
  await hold(await personOf(shop, account), category, places)
}

/** Submits a payment for places of a category; staff have not decided it. */
export async function submits(shop: Place, account: Account, category: string, places: Places): Promise<Bought> {
  const person = await personOf(shop, account)
  const { order, orderCode, total } = await hold(person, category, places)
  const reference = newReference()
  const payment = {
    ...{ p_order_id: order, p_transaction_id: reference, p_amount: total, p_lines: linesOf(category, places) },
    ...{ p_screenshot_path: `${person.id}/${Date.now()}-${order}.png`, p_screenshot_sha256: 'a'.repeat(64) },
  }
  const { data } = await person.client.rpc('submit_payment', payment).throwOnError()
  const amount = `₹${total.toLocaleString('en-IN', { minimumFractionDigits: 2 })}`
  return { orderCode, reference, amount, path: `/checkout?order=${order}`, paymentId: data.payment_id as string }
}

async function decides(
  shop: Place,
  { paymentId }: Pick<Bought, 'paymentId'>,
  p_decision: string,
  p_note: string | null,
): Promise<void> {
  const { client } = await demoPerson(shop, 'admin')
  await client.rpc('review_payment', { p_payment_id: paymentId, p_decision, p_note }).throwOnError()
}

/** Buys places of a category: staff have approved the payment, and there are tickets. */
export async function buys(shop: Place, account: Account, category: string, places: Places): Promise<Bought> {
  const bought = await submits(shop, account, category, places)
  await decides(shop, bought, 'approved', null)
  return bought
}

/** Staff approve what a customer has sent on a screen. */
export async function approves(shop: Place, orderCode: string): Promise<void> {
  const { client } = await demoPerson(shop, 'admin')
  const { data } = await client.from('payments').select('id').eq('order_code', orderCode).single().throwOnError()
  await decides(shop, { paymentId: data.id as string }, 'approved', null)
}

/** As submits(); staff have rejected the payment with this note. */
export async function isRejected(
  shop: Place,
  account: Account,
  category: string,
  places: Places,
  note: string,
): Promise<Bought> {
  const bought = await submits(shop, account, category, places)
  await decides(shop, bought, 'rejected', note)
  return bought
}
