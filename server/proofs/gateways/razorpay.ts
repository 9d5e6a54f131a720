import { createHmac } from 'node:crypto'
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

/** Description of a payment to one of Razorpay's QR codes: https://razorpay.com/docs/webhooks/qr-codes/ */
const QR_PAYMENT = 'QRv2 Payment'
/** Pays in test mode, as Razorpay’s documentation of test UPI addresses says. */
const TEST_PAYER = /^(success|failure)@razorpay$/i

/**
 * Reads `payment.captured` and `qr_code.credited` of https://razorpay.com/docs/webhooks/payments/ and …/qr-codes/; amounts
 * are whole paise. `secret` is the webhook's, not the API key's.
 *
 * A payment to a QR code has both events, and only `qr_code.credited` has the code's notes for sure: its
 * `payment.captured` is ignored, so that the order of the two changes nothing.
 *
 * Live and test mode have the same form and a secret each. The test mode's known payer is never certain; no other
 * sign tells the modes apart, so the test mode's secret belongs to a shop for tests.
 */
export function razorpay(secret: string): Gateway {
  return {
    name: 'razorpay',
    verify(headers, rawBody, now) {
      const signature = headerOf(headers, 'x-razorpay-signature')
      if (!isSameSecret(signature, createHmac('sha256', secret).update(rawBody).digest('hex')))
        return { refused: 'signature' }
      const message = readJson(rawBody)
      if (!message) return { refused: 'json' }
      const { event } = message
      if (event !== 'payment.captured' && event !== 'qr_code.credited') return 'ignored'
      const payload = fields(message['payload'])
      const payment = fields(fields(payload['payment'])['entity'])
      const qr = fields(fields(payload['qr_code'])['entity'])
      if (event === 'payment.captured' && payment['description'] === QR_PAYMENT) return 'ignored'
      const { id, amount, currency } = payment
      const known = typeof id === 'string' && /^pay_[A-Za-z0-9]{6,60}$/.test(id) && typeof currency === 'string'
      if (!known || !Number.isSafeInteger(amount) || (amount as number) <= 0) return { refused: 'content' }
      if (currency !== 'INR' || payment['status'] !== 'captured' || payment['refund_status'] === 'full')
        return 'ignored'
      const vpa = vpaOf(payment['vpa'] ?? fields(payment['upi'])['vpa'])
      const says = {
        externalId: id,
        creditedAt: creditedAt([secondsOf(message), secondsOf(payment)], now),
        amountPaise: amount as number,
        // A card's RRN has twelve digits, too, but no payer knows it.
        utr: payment['method'] === 'upi' ? utrOf(fields(payment['acquirer_data'])['rrn']) : null,
        note: noteOf([...notesOf(qr), ...notesOf(payment), qr['description'], qr['name'], payment['description']]),
        payerVpa: vpa,
      }
      const signed = { event, event_id: textOf(headerOf(headers, 'x-razorpay-event-id')).slice(0, 100), signature }
      return {
        source: 'gateway',
        ...says,
        certain: refundedOf(payment) === 0 && !TEST_PAYER.test(vpa ?? ''),
        content: contentOf('razorpay', signed, rawBody, { ...says, status: 'captured' }),
      }
    },
  }
}

const secondsOf = (entity: Fields): number | null =>
  typeof entity['created_at'] === 'number' ? entity['created_at'] : null

const refundedOf = (payment: Fields): number => Number(payment['amount_refunded'] ?? 0)

/** Notes are an object; none are an empty list. */
const notesOf = (entity: Fields): unknown[] => Object.values(fields(entity['notes']))
