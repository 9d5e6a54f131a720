import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Proof } from '#shop/proofs/proof.ts'
import { razorpay } from './razorpay.ts'

const SECRET = 'a webhook secret of some length'
const NOW = new Date('2026-12-05T10:00:00Z')
const gateway = razorpay(SECRET)

/** https://razorpay.com/docs/webhooks/payments/, "Payment Captured", UPI; shortened, with a reference of twelve digits. */
const payment = {
  id: 'pay_DESyzxuld02Zul',
  entity: 'payment',
  amount: 180000,
  currency: 'INR',
  status: 'captured',
  order_id: 'order_DESxiijbl9xjDB',
  method: 'upi',
  amount_refunded: 0,
  refund_status: null,
  captured: true,
  description: null as string | null,
  vpa: 'gaurav.kumar@upi',
  notes: [] as unknown,
  fee: 2,
  acquirer_data: { rrn: '412583617700' } as Record<string, unknown>,
  created_at: 1567675356,
  upi: { payer_account_type: 'credit_card', vpa: 'gaurav.kumar@upi', flow: 'intent' },
}
const captured = (changes: object = {}, event = 'payment.captured') => ({
  entity: 'event',
  account_id: 'acc_BFQ7uQEaa7j2z7',
  event,
  contains: ['payment'],
  payload: { payment: { entity: { ...payment, ...changes } } },
  created_at: 1567675357,
})

/** https://razorpay.com/docs/webhooks/qr-codes/, "QR Code Credited"; shortened, the notes are an order's. */
const credited = (changes: object = {}, qr: object = {}) => ({
  ...captured({ id: 'pay_HO2fEpc9JeOQU5', description: 'QRv2 Payment', ...changes }, 'qr_code.credited'),
  payload: {
    payment: { entity: { ...payment, id: 'pay_HO2fEpc9JeOQU5', description: 'QRv2 Payment', ...changes } },
    qr_code: {
      entity: {
        id: 'qr_HO2e0813YlchUn',
        name: 'Acme Groceries',
        usage: 'single_use',
        type: 'upi_qr',
        fixed_amount: true,
        payment_amount: 180000,
        description: 'Two seats',
        notes: { order: 'MF7K2QX4MD' },
        ...qr,
      },
    },
  },
})

const sha256 = (body: string) => createHash('sha256').update(body).digest('hex')
const sign = (body: string, secret = SECRET) => createHmac('sha256', secret).update(body).digest('hex')
const deliver = (message: unknown, headers: Record<string, string> = {}, now = NOW) => {
  const body = typeof message === 'string' ? message : JSON.stringify(message)
  return gateway.verify({ 'x-razorpay-signature': sign(body), ...headers }, Buffer.from(body), now)
}
const proofOf = (message: unknown, headers?: Record<string, string>) => {
  const proof = deliver(message, headers)
  if (proof === 'ignored' || 'refused' in proof) throw new Error(JSON.stringify(proof))
  return proof
}

test('a captured UPI payment is a proof', () => {
  const body = JSON.stringify(captured({ notes: { code: 'MF7K2QX4MD' }, description: 'Two seats' }))
  expect(proofOf(body, { 'x-razorpay-event-id': 'ev_1' })).toEqual({
    source: 'gateway',
    externalId: 'pay_DESyzxuld02Zul',
    creditedAt: '2019-09-05T09:22:37.000Z',
    amountPaise: 180000,
    utr: '412583617700',
    note: 'MF7K2QX4MD · Two seats',
    payerVpa: 'gaurav.kumar@upi',
    certain: true,
    content: {
      gateway: 'razorpay',
      event: 'payment.captured',
      event_id: 'ev_1',
      signature: sign(body),
      body_sha256: sha256(body),
      id: 'pay_DESyzxuld02Zul',
      status: 'captured',
      credited_at: '2019-09-05T09:22:37.000Z',
      amount_paise: 180000,
      utr: '412583617700',
      note: 'MF7K2QX4MD · Two seats',
      payer_vpa: 'gaurav.kumar@upi',
    },
  } satisfies Proof)
})

test('what is kept has the digest of what was signed, and nothing of the payer but the UPI id', () => {
  const body = JSON.stringify(
    captured({ email: 'gaurav@mail.example', contact: '+919876543210', notes: { title: 'संगीत' } }),
  )
  const { content } = proofOf(body)
  expect(content).toMatchObject({ signature: sign(body), body_sha256: sha256(body) })
  expect(JSON.stringify(content)).not.toMatch(/9876543210|mail\.example/)
})

test('a payment to a QR code has the code’s notes', () => {
  expect(proofOf(credited())).toMatchObject({
    externalId: 'pay_HO2fEpc9JeOQU5',
    amountPaise: 180000,
    utr: '412583617700',
    note: 'MF7K2QX4MD · Two seats · Acme Groceries · QRv2 Payment',
  })
})

test('one payment is one proof, whatever the number and order of its messages', () => {
  const messages = [
    captured({ status: 'authorized', captured: false }, 'payment.authorized'),
    captured(),
    captured({ status: 'failed' }, 'payment.failed'),
    captured(),
  ]
  for (const order of [messages, messages.toReversed()]) {
    const proofs = order.map((message, at) => deliver(message, { 'x-razorpay-event-id': `ev_${at}` }))
    const ids = proofs.filter((proof) => typeof proof === 'object').map((proof) => (proof as Proof).externalId)
    expect(ids).toEqual(['pay_DESyzxuld02Zul', 'pay_DESyzxuld02Zul'])
  }
  // Both events of a QR code's payment: only one has the code's notes.
  const capturedOfQr = captured({ id: 'pay_HO2fEpc9JeOQU5', description: 'QRv2 Payment' })
  expect([deliver(capturedOfQr), proofOf(credited()).note?.slice(0, 10)]).toEqual(['ignored', 'MF7K2QX4MD'])
})

test.each([
  'payment.authorized',
  'payment.failed',
  'payment.pending',
  'order.paid',
  'refund.created',
  'refund.processed',
  'payment.dispute.created',
  'qr_code.created',
  'qr_code.closed',
  'settlement.processed',
  'virtual_account.credited',
])('%s is ignored', (event) => {
  expect(deliver(captured({}, event))).toBe('ignored')
})

test.each([
  ['another currency', { currency: 'USD' }],
  ['a payment that failed', { status: 'failed' }],
  ['a payment that was given back', { status: 'refunded', refund_status: 'full', amount_refunded: 180000 }],
  ['a payment that was given back at once', { refund_status: 'full', amount_refunded: 180000 }],
])('%s is ignored in a captured event, too', (_, changes) => {
  expect(deliver(captured(changes))).toBe('ignored')
  expect(deliver(credited(changes))).toBe('ignored')
})

test('a payment given back in part, and the test mode’s payer, are never certain', () => {
  expect(proofOf(captured({ refund_status: 'partial', amount_refunded: 500 })).certain).toBe(false)
  expect(proofOf(captured({ vpa: 'success@razorpay' })).certain).toBe(false)
})

test('only a UPI payment has a UTR, and only one of twelve digits', () => {
  // The documented card has twelve digits, the documented UPI payment ten.
  expect(proofOf(captured({ method: 'card', acquirer_data: { rrn: '322206890934' } })).utr).toBeNull()
  expect(proofOf(captured({ acquirer_data: { rrn: '0125836177' } })).utr).toBeNull()
  expect(proofOf(captured({ acquirer_data: null })).utr).toBeNull()
})

test('refuses a forged signature, an altered body and no signature', () => {
  const body = JSON.stringify(captured())
  const verify = (signature: string | undefined, text = body) =>
    gateway.verify({ 'x-razorpay-signature': signature }, Buffer.from(text), NOW)
  const refused = { refused: 'signature' }
  expect(verify(sign(body))).toMatchObject({ amountPaise: 180000 })
  expect(verify(sign(body, 'another secret of some length'))).toEqual(refused)
  expect(verify(sign(body), body.replace('180000', '280000'))).toEqual(refused)
  expect(verify(sign(body), `${body} `)).toEqual(refused)
  expect(verify(createHmac('sha256', SECRET).update(body).digest('base64'))).toEqual(refused)
  for (const signature of [undefined, '', 'x', sign(body).slice(1), sign(body).toUpperCase()]) {
    expect(verify(signature), String(signature)).toEqual(refused)
  }
  // Nothing is read before the signature is known.
  expect(verify('x', '{')).toEqual(refused)
})

test('refuses what is not a JSON object', () => {
  for (const body of ['', '{', '[]', 'null', '"payment.captured"', '\u0000']) {
    expect(deliver(body), body).toEqual({ refused: 'json' })
  }
  const broken = Buffer.from([0x22, 0xff, 0x22])
  const signature = createHmac('sha256', SECRET).update(broken).digest('hex')
  expect(gateway.verify({ 'x-razorpay-signature': signature }, broken, NOW)).toEqual({ refused: 'json' })
})

test.each([
  ['no id', { id: null }],
  ['an id of another form', { id: 'order_DESxiijbl9xjDB' }],
  ['an amount as text', { amount: '180000' }],
  ['an amount in rupees', { amount: 1800.5 }],
  ['no money', { amount: 0 }],
  ['a negative amount', { amount: -5 }],
  ['no currency', { currency: undefined }],
])('refuses a payment with %s, so that it is sent again', (_, changes) => {
  expect(deliver(captured(changes))).toEqual({ refused: 'content' })
})

test('whatever a payer writes, the payment is taken and can be stored', () => {
  const long = 'x'.repeat(5_000)
  const strange = { a: 'MF7K2QX4MD\u0000\u0007', b: '\ud800', c: { deep: [] }, d: null, e: 7, f: long, g: `${long}y` }
  const { note } = proofOf(captured({ notes: strange, vpa: 'no address', upi: null, description: '🎵'.repeat(300) }))
  expect(note).toMatch(/^MF7K2QX4MD · \ufffd · 7 · x{120} · 🎵/)
  expect(note!.length).toBeLessThanOrEqual(500)
  expect(note!.isWellFormed()).toBe(true)
  expect(proofOf(captured({ notes: 'MF7K2QX4MD' })).note).toBeNull()
})

test('the time is never later than the shop’s clock', () => {
  const early = new Date('2019-09-05T09:00:00Z')
  expect(deliver(captured(), {}, early)).toMatchObject({ creditedAt: early.toISOString() })
  expect(deliver({ ...captured(), created_at: 'soon' }, {})).toMatchObject({ creditedAt: '2019-09-05T09:22:36.000Z' })
})
