import { ASHA, backend, page } from '../device/device.ts'
import { submissionHere } from './plain-rows.ts'

/** Of a line whose category is gone. */
export const noTaxes = {
  gst_amount: null,
  local_tax_amount: null,
  fee_amount: null,
  fee_gst_amount: null,
  rounding_amount: 0,
}

export const paymentOnServer = (orderId: string, userId: string, more: Record<string, unknown> = {}) => ({
  id: `payment-of-${orderId}`,
  user_id: userId,
  order_id: orderId,
  order_code: 'MFTEST0000',
  transaction_id: '412356789012',
  amount: 148,
  screenshot_url: '',
  status: 'pending',
  created_at: '2026-11-20T09:00:00+00:00',
  reviewed_at: null,
  review_note: null,
  is_test: false,
  payment_lines: [],
  papers: [],
  ...more,
})

export const ticketOnServer = (id: string, userId: string, more: Record<string, unknown> = {}) => ({
  id,
  code: '7K2QX4MD5',
  user_id: userId,
  event_id: 'e1',
  ticket_category_id: 'c1',
  seats: ['A1'],
  quantity: 1,
  total_amount: '148.00',
  payment_status: 'completed',
  payment_id: 'p1',
  revoked_at: null,
  revoked_reason: null,
  created_at: '2026-11-20T09:30:00+00:00',
  is_test: false,
  passes: [{ number: 1, seat: 'A1', issue: 0, key_number: 1, signature: 'ab'.repeat(64) }],
  pass_transfers: [],
  returns: [],
  ticket_categories: {
    name: 'Gold',
    events: {
      city: 'Mumbai',
      venue: 'Hall',
      date: '2026-12-05T14:00:00+00:00',
      previous_date: null,
      moved_at: null,
      status: 'scheduled',
      cancelled_reason: null,
      singers: { name: 'Meera' },
      screen_only: false,
      pass_rules: null,
    },
  },
  ...more,
})

interface SentOn {
  picture?: boolean
  submittedAt?: number
}

/** An order that Asha has sent from the device, and that the server has. */
export async function haveSent(orderId: string, { picture = true, submittedAt = Date.now() }: SentOn = {}) {
  const store = await page.store.openStore()
  const sent = { orderCode: 'MFTEST0000', ownerId: ASHA, reference: '412356789012', amountPaise: 14_800, submittedAt }
  const chosen = { name: 'a.webp', chosenAt: 1_764_000_000_000, sha256: 'f'.repeat(64), type: 'image/webp', size: 4 }
  const screenshot = { ...chosen, path: `${ASHA}/1764000000000-${orderId}.webp`, uploaded: true }
  const row = submissionHere(orderId, 'sent', { ...sent, screenshot, attempts: 1, told: 'sent' })
  await store.table('submissions').put(row)
  const bytes = Uint8Array.of(1, 2, 3, 4).buffer
  if (picture) await store.table('pictures').put({ orderId, ownerId: ASHA, bytes, type: 'image/webp' })
  backend.tables.payments!.push(paymentOnServer(orderId, ASHA))
}
