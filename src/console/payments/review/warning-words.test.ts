import { expect, test } from 'vitest'
import { readPaymentWarning } from '#shop/payments/payment-warning.ts'
import { approvalBlock, doubtText, isClean, warningText } from './warning-words.ts'

const lines = [{ ticketCategoryId: 'g', eventName: 'Meera Sen - Mumbai', categoryName: 'Gold' }]
const textOf = (warning: object) => warningText(readPaymentWarning(warning), lines)
const other = (status: string) => ({
  payment_id: 'p2',
  order_code: 'MF7K2QX4MD',
  status,
  created_at: '2026-11-14T10:00:00Z',
  same_customer: false,
  user_name: 'Joseph Kurian',
})

test('words a short and an over amount to the paisa', () => {
  expect(textOf({ code: 'amount_differs', expected: '4690.82', amount: 4690.81 }).head).toBe('Short by ₹0.01')
  expect(textOf({ code: 'amount_differs', expected: 100, amount: 150.5 }).head).toBe('Over by ₹50.50')
})

test('names lost seats with event and category', () => {
  expect(textOf({ code: 'seats_lost', lines: [{ ticket_category_id: 'g', seats: ['A1', 'A2'] }] })).toMatchObject({
    kind: 'bad',
    body: expect.stringContaining('Meera Sen - Mumbai, Gold: A1, A2'),
  })
})

test('names the old and the new price; the old one counts even for a late payment', () => {
  const changed = { ticket_category_id: 'g', unit_price: 500, price_now: 900 }
  expect(textOf({ code: 'price_changed', lines: [changed] }).body).toBe(
    'Meera Sen - Mumbai, Gold: ₹500 then, ₹900 now. Approving it sells at the price of the order.',
  )
})

test('tickets that need a code, bought without it, and a code used too often are named', () => {
  expect(textOf({ code: 'without_code', ticket_category_ids: ['g'] })).toEqual({
    kind: 'warn',
    head: 'Bought without the code',
    body: 'Meera Sen - Mumbai, Gold. These tickets need a code that opens them, and the order had none.',
  })
  expect(textOf({ code: 'code_used_up', name: 'CLUB' }).body).toContain('used CLUB as often as it may be')
})

test('a reference approved elsewhere blocks, one named elsewhere warns', () => {
  const named = readPaymentWarning({ code: 'reference_used', payments: [other('pending')] })
  const approved = readPaymentWarning({ code: 'reference_used', payments: [other('rejected'), other('approved')] })
  expect(warningText(named, lines)).toMatchObject({ kind: 'warn', head: 'Reference named more than once' })
  expect(warningText(approved, lines)).toMatchObject({ kind: 'bad', head: 'Reference already approved' })
  expect(approvalBlock({ userId: 'u', warnings: [named] }, 'admin')).toBeNull()
  expect(approvalBlock({ userId: 'u', warnings: [approved] }, 'admin')).toBe('reference_approved')
})

test('a credit that the bank took back is said beside its payment, with the day', () => {
  const warning = readPaymentWarning({ code: 'credit_reversed', on: '2026-11-28', amount: 1800 })
  expect(warningText(warning, lines)).toEqual({
    kind: 'warn',
    head: 'The bank took it back on Sat 28 Nov 2026',
    body: '₹1,800.00 came in and went out again: this credit proves nothing.',
  })
  const doubt = readPaymentWarning({ code: 'credit_may_be_reversed', on: '2026-11-28', amount: 1800 })
  expect(warningText(doubt, lines).head).toBe('The bank may have taken it back')
  expect(approvalBlock({ userId: 'u', warnings: [warning, doubt] }, 'admin')).toBeNull()
  expect(isClean({ warnings: [doubt] })).toBe(false)
})

test('the reference of a refund blocks and names the customer', () => {
  const refund = { order_code: 'MF7K2QX4MD', amount: '620.00', refunded_at: '2026-11-14T10:00:00Z' }
  const warning = readPaymentWarning({
    code: 'reference_of_refund',
    refunds: [
      { ...refund, same_customer: false, user_name: 'Joseph Kurian' },
      { ...refund, order_code: 'MF9X2QX4MD', same_customer: true, user_name: 'Joseph Kurian' },
    ],
  })
  expect(warningText(warning, lines)).toEqual({
    kind: 'bad',
    head: 'Reference of your own refund',
    body: 'You sent ₹620.00 for order MF7K2QX4MD (Joseph Kurian, Sat 14 Nov 2026) · ₹620.00 for order MF9X2QX4MD (same customer, Sat 14 Nov 2026) with this transfer. It brought you no money: reject the payment.',
  })
  expect(approvalBlock({ userId: 'u', warnings: [warning] }, 'admin')).toBe('reference_of_refund')
  expect(isClean({ warnings: [warning] })).toBe(false)
})

test('an own payment, a deleted category and lost seats block approval', () => {
  const gone = readPaymentWarning({ code: 'category_gone', ticket_category_ids: ['x'] })
  const lost = readPaymentWarning({ code: 'seats_lost', lines: [] })
  expect(approvalBlock({ userId: 'me', warnings: [] }, 'me')).toBe('own_payment')
  expect(approvalBlock({ userId: 'me', isTest: true, warnings: [] }, 'me')).toBeNull()
  expect(approvalBlock({ userId: 'u', warnings: [lost, gone] }, 'me')).toBe('category_gone')
  expect(approvalBlock({ userId: 'u', warnings: [lost] }, 'me')).toBe('seats_lost')
  expect(warningText(gone, lines).body).toContain('A deleted ticket category')
})

test('a payment of a cancelled event says how its money goes back', () => {
  expect(textOf({ code: 'event_cancelled', ticket_category_ids: ['g'] })).toEqual({
    kind: 'warn',
    head: 'Event cancelled',
    body: 'Meera Sen - Mumbai, Gold. The money has to go back: if it came in, approve the payment, and Refunds lists what you owe.',
  })
})

test('a payment without a screenshot cannot be approved from the list', () => {
  const missing = readPaymentWarning({ code: 'no_screenshot' })
  expect(warningText(missing, lines).head).toBe('No screenshot so far')
  expect(isClean({ warnings: [missing] })).toBe(false)
  expect(approvalBlock({ userId: 'u', warnings: [missing] }, 'admin')).toBeNull()
  expect(textOf({ code: 'beyond_undecided' }).head).toContain('ten undecided payments')
  expect(textOf({ code: 'before_turn' }).head).toBe('Paid before its turn in the queue')
  expect(textOf({ code: 'not_on_sale' }).head).toBe('Paid while it was not on sale')
  expect(textOf({ code: 'companion_seat' }).head).toBe('Kept for a companion')
  expect(textOf({ code: 'not_held' }).head).toBe('Paid without a hold')
})

test('shows a warning that this console does not know', () => {
  expect(textOf({ code: 'moon_is_full' }).body).toBe('moon is full')
  expect(isClean({ warnings: [readPaymentWarning({ code: 'moon_is_full' })] })).toBe(false)
  expect(isClean({ warnings: [] })).toBe(true)
})

test('a row names the first doubt, and how many follow', () => {
  const [none, short] = [{ code: 'no_screenshot' }, { code: 'amount_differs', expected: 100, amount: 50 }].map(
    readPaymentWarning,
  )
  expect(doubtText([])).toBeNull()
  expect(doubtText([none!])).toBe('No screenshot so far')
  expect(doubtText([short!, none!])).toBe('Short by ₹50.00, and 1 more')
})
