import { expect, it } from 'vitest'
import { parseOrder } from './refund-rows.ts'

const row = {
  ...{ refund_id: 'a', ticket_id: 't', user_name: 'Asha', user_email: null, amount: 1800, upi_id: 'asha@okaxis' },
  ...{ reason: 'other', note: 'Rain', status: 'requested', utr: null, way: null, settled_how: null },
  ...{ requested_at: '2026-12-01T10:00:00Z', refunded_at: null, asked_at: null, admitted: null, payment_id: 'p' },
  ...{ order_code: 'MF', transaction_id: '4', method: 'upi', made_by: 'x', event_name: 'E', event_date: null },
  ...{ ticket_category: 'Gold', seats: ['A1'], quantity: 1, payment_line_id: 'l' },
} as Parameters<typeof parseOrder>[0]
const part = {
  ...{ refund_id: 'a', ticket_id: 't', amount: 1800, reason: 'other', note: 'Rain', event_name: 'E' },
  ...{ ticket_category: 'Gold', seats: ['A1'], quantity: 1, admitted: null },
}

it('sums what goes back together, and says each note once', () => {
  const at = '2026-12-05T14:00:00.000Z'
  const parts = [
    part,
    { ...part, refund_id: 'b', amount: 620.5, quantity: 2, admitted: { seats: 1, at } },
    { ...part, refund_id: 'c', ticket_id: null, amount: 1, quantity: 0, note: 'A rupee too much' },
  ]
  expect(parseOrder({ ...row, parts })).toMatchObject({
    id: 'a',
    amount: 242150,
    quantity: 3,
    admitted: { seats: 1, at },
    note: 'Rain; A rupee too much',
  })
})
