import { expect } from '@playwright/test'
import type { Shop } from '../../support/server/shop.ts'
import { demoPerson } from '../../support/server/visitor.ts'
import type { Payment } from './customer.ts'

interface Stored {
  id: string
  status: string
  transaction_id: string
}

export async function paymentsOf(shop: Shop, { orderCode }: Pick<Payment, 'orderCode'>): Promise<Stored[]> {
  const { client } = await demoPerson(shop, 'admin')
  const { data, error } = await client.from('payments').select('id, status, transaction_id').eq('order_code', orderCode)
  if (error) throw new Error(error.message)
  return data
}

export async function approves(shop: Shop, payment: Payment): Promise<void> {
  const { client } = await demoPerson(shop, 'admin')
  const [row] = await paymentsOf(shop, payment)
  if (!row) throw new Error(`No payment has the order code ${payment.orderCode}`)
  const { error } = await client.rpc('review_payment', { p_payment_id: row.id, p_decision: 'approved', p_note: null })
  if (error) throw new Error(error.message)
}

export async function arrivedOnce(shop: Shop, payment: Payment): Promise<void> {
  const rows = await paymentsOf(shop, payment)
  expect(rows.map((row) => [row.status, row.transaction_id])).toEqual([['pending', payment.reference]])
}
