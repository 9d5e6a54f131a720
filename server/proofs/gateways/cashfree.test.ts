import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Proof } from '#shop/proofs/proof.ts'
import { cashfree } from './cashfree.ts'

const SECRET = 'cfsk_ma_prod_of_some_length_certainly'
const NOW = new Date('2026-12-05T10:00:00Z')
const TIMESTAMP = '1746427759733'

/** https://www.cashfree.com/docs/api-reference/payments/latest/payments/webhooks; shortened, without the sample's offer. */
const payment2025 = {
  cf_payment_id: '1453002795' as unknown,
  payment_status: 'SUCCESS',
  payment_amount: 1800 as unknown,
  payment_currency: 'INR' as unknown,
  payment_message: '00::Transaction success',
  payment_time: '2025-01-15T12:20:29+05:30',
  bank_reference: '234928698581' as unknown,
  payment_method: { upi: { channel: 'collect', upi_id: 'rishab@ybl', upi_payer_ifsc: 'SBI0025434' } } as unknown,
  payment_group: 'upi',
  international_payment: { international: false },
  payment_surcharge: { payment_surcharge_service_charge: 0, payment_surcharge_service_tax: 0 } as unknown,
}
const success = (changes: object = {}, order: object = {}, data: object = {}) => ({
  data: {
    order: { order_id: 'MF7K2QX4MD', order_amount: 1800, order_currency: 'INR', order_tags: null, ...order },
    payment: { ...payment2025, ...changes },
    customer_details: { customer_name: null, customer_email: 'test@gmail.com', customer_phone: '9908734801' },
    payment_offers: null,
    ...data,
  },
  event_time: '2025-01-15T12:21:10+05:30',
  type: 'PAYMENT_SUCCESS_WEBHOOK',
})

/** https://gist.github.com/aabhasr1/fa1330f3f065c25bb60f19a3084edf03: a message of 2022, with its id a number. */
const SUCCESS_2022 =
  '{"data":{"order":{"order_id":"52","order_amount":1.00,"order_currency":"INR","order_tags":null},"payment":{"cf_payment_id":1086638758,"payment_status":"SUCCESS","payment_amount":1.00,"payment_currency":"INR","payment_message":"00::Transaction Success","payment_time":"2022-07-16T12:46:38+05:30","bank_reference":"219778151163","auth_id":null,"payment_method":{"upi":{"channel":null,"upi_id":"payer@upi"}},"payment_group":"upi"},"customer_details":{"customer_name":"developer","customer_id":"5","customer_email":"admin@gmail.com","customer_phone":"1234567894"}},"event_time":"2022-07-16T12:48:03+05:30","type":"PAYMENT_SUCCESS_WEBHOOK"}'

const sha256 = (body: string) => createHash('sha256').update(body).digest('hex')
const sign = (body: string, timestamp = TIMESTAMP, secret = SECRET) =>
  createHmac('sha256', secret)
    .update(timestamp + body)
    .digest('base64')
const deliver = (message: unknown, timestamp = TIMESTAMP, secret = SECRET) => {
  const body = typeof message === 'string' ? message : JSON.stringify(message)
  const headers = {
    'x-webhook-signature': sign(body, timestamp, secret),
    'x-webhook-timestamp': timestamp,
    'x-webhook-version': '2025-01-01',
  }
  return cashfree(secret).verify(headers, Buffer.from(body), NOW)
}
const proofOf = (...message: Parameters<typeof deliver>): Proof => {
  const proof = deliver(...message)
  if (proof === 'ignored' || 'refused' in proof) throw new Error(JSON.stringify(proof))
  return proof
}

test('a successful UPI payment is a proof', () => {
  const body = JSON.stringify(success({}, { order_tags: { seats: 'A1, A2' } }))
  expect(proofOf(body)).toEqual({
    source: 'gateway',
    externalId: 'cf_1453002795',
    creditedAt: '2025-01-15T06:50:29.000Z',
    amountPaise: 180000,
    utr: '234928698581',
    note: 'MF7K2QX4MD · A1, A2',
    payerVpa: 'rishab@ybl',
    certain: true,
    content: {
      gateway: 'cashfree',
      timestamp: TIMESTAMP,
      signature: sign(body),
      version: '2025-01-01',
      body_sha256: sha256(body),
      id: 'cf_1453002795',
      status: 'SUCCESS',
      credited_at: '2025-01-15T06:50:29.000Z',
      amount_paise: 180000,
      utr: '234928698581',
      note: 'MF7K2QX4MD · A1, A2',
      payer_vpa: 'rishab@ybl',
    },
  } satisfies Proof)
})

test('what is kept has nothing of the customer but the UPI id', () => {
  expect(JSON.stringify(proofOf(SUCCESS_2022).content)).not.toMatch(/1234567894|gmail/)
})

test('the versions with a number as id are read the same', () => {
  expect(proofOf(SUCCESS_2022)).toMatchObject({
    externalId: 'cf_1086638758',
    creditedAt: '2022-07-16T07:16:38.000Z',
    amountPaise: 100,
    utr: '219778151163',
    note: '52',
    certain: true,
  })
  expect(proofOf(success({ cf_payment_id: 1453002795 })).externalId).toBe(proofOf(success()).externalId)
})

test('the order’s code may be in its tags', () => {
  expect(proofOf(success({}, { order_id: 'CFPay_g47u3888d0k0', order_tags: { code: 'MF7K2QX4MD' } })).note).toBe(
    'CFPay_g47u3888d0k0 · MF7K2QX4MD',
  )
})

test.each([
  [1800, 180000],
  [1.8, 180],
  [0.07, 7],
  [1234567.89, 123456789],
])('%s rupees', (rupees, paise) => {
  expect(proofOf(success({ payment_amount: rupees })).amountPaise).toBe(paise)
})

test.each([
  'PAYMENT_FAILED_WEBHOOK',
  'PAYMENT_USER_DROPPED_WEBHOOK',
  'PAYMENT_CHARGES_WEBHOOK',
  'REFUND_STATUS_WEBHOOK',
  'AUTO_REFUND_STATUS_WEBHOOK',
  'DISPUTE_CREATED',
  'SETTLEMENT_SUCCESS',
  'WEBHOOK',
])('%s is ignored', (type) => {
  expect(deliver({ ...success(), type })).toBe('ignored')
})

test.each([
  ['another currency', { payment_currency: 'USD' }],
  ['a payment that failed', { payment_status: 'FAILED' }],
  ['a payment that is pending', { payment_status: 'PENDING' }],
])('%s is ignored', (_, changes) => {
  expect(deliver(success(changes))).toBe('ignored')
})

test('the sandbox, an offer and a surcharge are never certain', () => {
  expect(proofOf(success(), TIMESTAMP, 'cfsk_ma_test_of_some_length_certainly').certain).toBe(false)
  expect(proofOf(success({ payment_method: { upi: { upi_id: 'testsuccess@gocash' } } })).certain).toBe(false)
  expect(proofOf(success({}, {}, { payment_offers: [{ offer_id: '0f05e1d0' }] })).certain).toBe(false)
  expect(proofOf(success({ payment_surcharge: { payment_surcharge_service_charge: 0.36 } })).certain).toBe(false)
  expect(proofOf(success({ payment_surcharge: null })).certain).toBe(true)
})

test('only a UPI payment has a UTR', () => {
  const card = { payment_group: 'credit_card', payment_method: { card: { card_network: 'visa' } } }
  expect(proofOf(success(card))).toMatchObject({ utr: null, payerVpa: null })
  expect(proofOf(success({ bank_reference: 'NA' })).utr).toBeNull()
})

test('a message that is repeated, even days later, is the same proof', () => {
  const first = proofOf(success(), '1736925670000')
  const later = proofOf(success(), '1739604070000')
  expect(later.externalId).toBe(first.externalId)
  // A later attempt for the same order is another payment.
  expect(proofOf(success({ cf_payment_id: '1453002796' })).externalId).not.toBe(first.externalId)
})

test('refuses a forged signature, an altered body or time, and missing headers', () => {
  const body = JSON.stringify(success())
  const verify = (signature: string | undefined, timestamp: string | undefined, text = body) =>
    cashfree(SECRET).verify(
      { 'x-webhook-signature': signature, 'x-webhook-timestamp': timestamp },
      Buffer.from(text),
      NOW,
    )
  const refused = { refused: 'signature' }
  expect(verify(sign(body), TIMESTAMP)).toMatchObject({ amountPaise: 180000 })
  expect(verify(sign(body, TIMESTAMP, 'another_secret_of_some_length'), TIMESTAMP)).toEqual(refused)
  expect(verify(sign(body), TIMESTAMP, body.replace('1800', '1'))).toEqual(refused)
  expect(verify(sign(body), '1746427759734')).toEqual(refused)
  expect(verify(undefined, TIMESTAMP)).toEqual(refused)
  expect(verify('', TIMESTAMP)).toEqual(refused)
  expect(verify(sign(body), undefined)).toEqual(refused)
  expect(verify(sign(body, ''), '')).toEqual(refused)
  // The signed text is one run: a part of the body must not pass as the time.
  expect(verify(sign(body), `${TIMESTAMP}{`, body.slice(1))).toEqual(refused)
})

test('refuses what is not a JSON object', () => {
  for (const body of ['', '{', '[]', 'type=PAYMENT_SUCCESS']) expect(deliver(body), body).toEqual({ refused: 'json' })
})

test.each([
  ['no id', { cf_payment_id: null }],
  ['an id that a number cannot hold', { cf_payment_id: 2 ** 53 }],
  ['an amount as text', { payment_amount: '1800' }],
  ['parts of a paisa', { payment_amount: 1800.005 }],
  ['no money', { payment_amount: 0 }],
  ['a negative amount', { payment_amount: -1800 }],
  ['no currency', { payment_currency: undefined }],
])('refuses a payment with %s, so that it is sent again', (_, changes) => {
  expect(deliver(success(changes))).toEqual({ refused: 'content' })
})

test('whatever a payer can write, the payment is taken', () => {
  const tags = { a: '\u0000MF7K2QX4MD', b: '\udfff', c: { deep: 1 }, d: 'x'.repeat(9_000) }
  const { note } = proofOf(success({ payment_method: 'upi' }, { order_tags: tags }))
  expect(note).toBe(`MF7K2QX4MD · \ufffd · ${'x'.repeat(120)}`)
})
