import { createHmac } from 'node:crypto'
import { toPaise, type Paise } from '#shop/prices/money.ts'
import { isSameSecret } from '../../auth/same-secret.ts'
import {
  contentOf,
  creditedAt,
  fields,
  headerOf,
  noteOf,
  readJson,
  textOf,
  utrOf,
  vpaOf,
  type Fields,
  type Gateway,
} from './gateway.ts'

/** Pays in the sandbox (`testsuccess@gocash`), whose secrets begin like this. */
const TEST_PAYER = /@gocash$/i
const TEST_SECRET = /^cfsk_ma_test_/

/**
 * Reads `PAYMENT_SUCCESS_WEBHOOK` of the versions 2021-09-21 to 2025-01-01, which differ in fields that are not read here:
 * https://www.cashfree.com/docs/api-reference/payments/latest/payments/webhooks. `secret` is the API's client secret.
 *
 * The age of a message is not limited. Cashfree repeats after 2, 10 and 30 minutes, or up to ten times at intervals
 * that the operator chooses, and by hand, and does not say that it signs a repetition anew: a limit could lose money that
 * came in. A repeated message is the same proof by its `cf_payment_id`.
 *
 * The sandbox, and a payment with an offer or a surcharge, whose amount may not be what the shop gets, are never certain.
 */
export function cashfree(secret: string): Gateway {
  return {
    name: 'cashfree',
    verify(headers, rawBody, now) {
      const timestamp = headerOf(headers, 'x-webhook-timestamp')
      const signature = headerOf(headers, 'x-webhook-signature')
      // Time and body are signed without a sign between them: only digits cannot belong to the body.
      if (!/^\d{10,16}$/.test(timestamp)) return { refused: 'signature' }
      const expected = createHmac('sha256', secret).update(timestamp).update(rawBody).digest('base64')
      if (!isSameSecret(signature, expected)) return { refused: 'signature' }
      const message = readJson(rawBody)
      if (!message) return { refused: 'json' }
      if (message['type'] !== 'PAYMENT_SUCCESS_WEBHOOK') return 'ignored'
      const data = fields(message['data'])
      const order = fields(data['order'])
      const payment = fields(data['payment'])
      const id = idOf(payment['cf_payment_id'])
      const amount = amountOf(payment['payment_amount'])
      const currency = payment['payment_currency']
      if (id === null || amount === null || typeof currency !== 'string') return { refused: 'content' }
      if (currency !== 'INR' || payment['payment_status'] !== 'SUCCESS') return 'ignored'
      const upi = fields(fields(payment['payment_method'])['upi'])
      const vpa = vpaOf(upi['upi_id'])
      const isTest = TEST_SECRET.test(secret) || TEST_PAYER.test(vpa ?? '')
      const says = {
        externalId: `cf_${id}`,
        creditedAt: creditedAt([timeOf(payment['payment_time']), timeOf(message['event_time'])], now),
        amountPaise: amount,
        utr: payment['payment_group'] === 'upi' ? utrOf(payment['bank_reference']) : null,
        note: noteOf([order['order_id'], ...Object.values(fields(order['order_tags']))]),
        payerVpa: vpa,
      }
      const signed = { timestamp, signature, version: textOf(headerOf(headers, 'x-webhook-version')).slice(0, 40) }
      return {
        source: 'gateway',
        ...says,
        certain: !isTest && !isAdjusted(data, payment),
        content: contentOf('cashfree', signed, rawBody, { ...says, status: 'SUCCESS' }),
      }
    },
  }
}

/** Text since 2023-08-01, a number before. */
const idOf = (value: unknown): string | null => {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? String(value) : null
  return typeof value === 'string' && /^[A-Za-z0-9_-]{1,60}$/.test(value) ? value : null
}

/** Rupees as a JSON number with two decimals at most; null for any other value. */
function amountOf(value: unknown): Paise | null {
  if (typeof value !== 'number') return null
  try {
    const paise = toPaise(value)
    return paise > 0 ? paise : null
  } catch {
    return null
  }
}

const timeOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

function isAdjusted(data: Fields, payment: Fields): boolean {
  const offers = data['payment_offers']
  const surcharge = Object.values(fields(payment['payment_surcharge']))
  return (Array.isArray(offers) && offers.length > 0) || surcharge.some((part) => Number(part ?? 0) !== 0)
}
