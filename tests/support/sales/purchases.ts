import { createHash, randomUUID } from 'node:crypto'
import type { Shop } from '../server/shop.ts'
import { demoPerson, personOf, type Customer as Person } from '../server/visitor.ts'
import { gold, publishConcert, type MadeConcert } from './concerts.ts'
import { newReference, type Choice, type Payment } from '../people/customer.ts'
import { receipt } from './files.ts'

type Place = Pick<Shop, 'url'>
type Account = Pick<Person, 'email' | 'password'>

export interface Bought extends Payment {
  paymentId: string
}

export interface Held {
  order: string
  orderCode: string
  /** rupees */
  total: number
  /** As customers read it: '₹1,829.50'. */
  amount: string
}

interface Claim {
  /** Rupees that the customer states beyond those of the order. */
  over?: number
  reference?: string
}

/** Seats by their labels, or a number of standing places. */
type Places = readonly string[] | number

/** Of one category, or the same places of each. */
type Categories = string | readonly string[]

const linesOf = (category: Categories, places: Places) =>
  [category].flat().map((one) => ({
    ticket_category_id: one,
    ...(typeof places === 'number' ? { count: places } : { seats: places }),
  }))

async function hold({ client }: Person, category: Categories, places: Places): Promise<Held> {
  const order = randomUUID()
  const { data } = await client
    .rpc('hold_seats', { p_order_id: order, p_lines: linesOf(category, places) })
    .throwOnError()
  const total = Number(data.total)
  const amount = `₹${total.toLocaleString('en-IN', { minimumFractionDigits: 2 })}`
  return { order, orderCode: data.order_code, total, amount }
}

/** Holds places of a category, as at the beginning of a checkout. */
export async function holds(shop: Place, account: Account, category: string, places: Places): Promise<Held> {
  return hold(await personOf(shop, account), category, places)
}

/** Submits a payment for places of a category; staff have not decided it. */
export async function submits(
  shop: Place,
  account: Account,
  category: Categories,
  places: Places,
  { over = 0, reference = newReference() }: Claim = {},
): Promise<Bought> {
  const person = await personOf(shop, account)
  const { order, orderCode, total, amount } = await hold(person, category, places)
  const path = `${person.id}/${Date.now()}-${order}.png`
  const { buffer } = receipt({ amount, reference, from: person.name })
  const payment = {
    ...{
      p_order_id: order,
      p_transaction_id: reference,
      p_amount: total + over,
      p_lines: linesOf(category, places),
    },
    ...{ p_screenshot_path: path, p_screenshot_sha256: createHash('sha256').update(buffer).digest('hex') },
  }
  const { data } = await person.client.rpc('submit_payment', payment).throwOnError()
  await person.client.storage.from('payments').upload(path, buffer, { contentType: 'image/png' })
  return { orderCode, reference, amount, path: `/checkout?order=${order}`, paymentId: data.payment_id as string }
}

/** The same for seats of a new concert. */
export async function submitsForConcert(
  shop: Place,
  account: Account,
  seats: readonly string[] = ['A1'],
): Promise<Bought & MadeConcert> {
  const concert = await publishConcert(shop, [gold])
  return { ...concert, ...(await submits(shop, account, concert.categories.Gold!, seats)) }
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
export async function buys(shop: Place, account: Account, category: Categories, places: Places): Promise<Bought> {
  const bought = await submits(shop, account, category, places)
  await decides(shop, bought, 'approved', null)
  return bought
}

async function sentAs(shop: Place, orderCode: string): Promise<Pick<Bought, 'paymentId'>> {
  const { client } = await demoPerson(shop, 'admin')
  const { data } = await client.from('payments').select('id').eq('order_code', orderCode).single().throwOnError()
  return { paymentId: data.id as string }
}

/** Staff approve what a customer has sent on a screen. */
export async function approves(shop: Place, orderCode: string): Promise<void> {
  await decides(shop, await sentAs(shop, orderCode), 'approved', null)
}

/** Staff reject what a customer has sent on a screen, with this note. */
export async function rejects(shop: Place, orderCode: string, note: string): Promise<void> {
  await decides(shop, await sentAs(shop, orderCode), 'rejected', note)
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

/** Buys seats of a new concert; returns them as a customer who chose them knows them. */
export async function buysSeats(shop: Place, account: Account, seats: readonly string[]): Promise<Choice> {
  const { singer, categories } = await publishConcert(shop, [gold])
  await buys(shop, account, categories.Gold!, seats)
  return { singer, city: 'Goa', day: '', category: 'Gold', seats: [...seats] }
}
