import type { Page } from './device.ts'
import type { FakeBackend } from './fake-backend.ts'

export const paymentOnServer = (orderId: string, userId: string, more: Record<string, unknown> = {}) => ({
  id: `payment-of-${orderId}`,
  user_id: userId,
  order_id: orderId,
  order_code: 'MFTEST0000',
  transaction_id: '412356789012',
  amount: 148,
  screenshot_url: null,
  status: 'pending',
  created_at: '2026-11-20T09:00:00+00:00',
  reviewed_at: null,
  review_note: null,
  payment_lines: [],
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
  passes: [{ number: 1, seat: 'A1', issue: 0, key_number: 1, signature: 'ab'.repeat(64) }],
  ticket_categories: {
    name: 'Gold',
    events: {
      city: 'Mumbai',
      venue: 'Hall',
      date: '2026-12-05T14:00:00+00:00',
      previous_date: null,
      status: 'scheduled',
      singers: { name: 'Meera' },
    },
  },
  ...more,
})

interface SentOn {
  orderId: string
  userId: string
  picture?: boolean
  submittedAt?: number
}

export async function haveSent(
  page: Page,
  backend: FakeBackend,
  { orderId, userId, picture = true, submittedAt }: SentOn,
) {
  const store = await page.store.openStore()
  await store.table('submissions').put({
    orderId,
    orderCode: 'MFTEST0000',
    ownerId: userId,
    reference: '412356789012',
    sendAnyway: false,
    amountPaise: 14_800,
    lines: [],
    screenshot: {
      blob: picture ? new Blob([new Uint8Array([1, 2, 3, 4])], { type: 'image/webp' }) : null,
      name: 'a.webp',
      chosenAt: 1_764_000_000_000,
      path: `${userId}/1764000000000-${orderId}.webp`,
      sha256: 'f'.repeat(64),
      type: 'image/webp',
      uploaded: true,
    },
    submittedAt: submittedAt ?? Date.now(),
    state: 'sent',
    attempts: 1,
    nextAttemptAt: 0,
    told: 'sent',
  })
  backend.tables.payments!.push(paymentOnServer(orderId, userId))
}
