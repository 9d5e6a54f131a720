import { expect, test } from 'vitest'
import { parseCredit, readOrderCode } from './credit.ts'

const row = {
  id: 'c',
  booked_on: '2026-12-05',
  credited_at: '2026-12-05T14:00:00+00:00',
  amount: 1800,
  narration: 'UPI/412345678901/7K2QX4MD',
  utrs: ['412345678901'],
  payer_vpa: '',
  sources: ['mail', 'statement'],
  is_certain: true,
  state: 'free',
  matched_by: null,
  order_code: null,
  payment_id: null,
  likely: [{ order_code: 'MF7K2QX4MD', payment_id: null, user_name: null, amount: 1800, key: 'code' }],
  set_aside_reason: null,
  returned_to: null,
  returned_utr: null,
  decided_by: null,
  given_code: null,
  is_shared: false,
  whole_amount: null,
}

test('reads a credit, its sources in one order, and refuses one of another shape', () => {
  const credit = parseCredit(row)
  expect(credit).toMatchObject({
    amount: 180_000,
    creditedAt: '2026-12-05T14:00:00.000Z',
    payerVpa: null,
    sources: ['statement', 'mail'],
    likely: [{ orderCode: 'MF7K2QX4MD', paymentId: null, amount: 180_000, keys: ['code'] }],
  })
  const [likely] = row.likely as object[]
  expect(parseCredit({ ...row, likely: [{ ...likely, key: 'utr' }, likely] }).likely).toMatchObject([
    { orderCode: 'MF7K2QX4MD', keys: ['code', 'utr'] },
  ])
  expect(parseCredit({ ...row, likely: null, credited_at: null })).toMatchObject({ likely: [], creditedAt: null })
  expect(() => parseCredit({ ...row, state: 'lost' })).toThrow('unknown word')
  expect(() => parseCredit({ ...row, sources: ['rumour'] })).toThrow('unknown word')
})

test('a credit says which order staff gave it to, whoever else it names', () => {
  expect(parseCredit(row).givenCode).toBeNull()
  expect(parseCredit({ ...row, decided_by: 'Farah', given_code: 'MF7K2QX4MD' }).givenCode).toBe('MF7K2QX4MD')
  expect(parseCredit({ ...row, decided_by: 'Farah', state: 'set_aside' }).givenCode).toBeNull()
})

test('reads an order’s code as people type it, and nothing else', () => {
  for (const typed of ['MF7K2QX4MD', ' mf 7k2q-x4md ', '7K2QX4MD']) expect(readOrderCode(typed)).toBe('MF7K2QX4MD')
  expect(readOrderCode('mfo1l0abcd')).toBe('MF0110ABCD')
  for (const typed of ['', 'MF', 'MF7K2QX4M', 'MF7K2QX4MD5', 'MFUUUUUUUU', '412345678901'])
    expect(readOrderCode(typed)).toBeNull()
})
