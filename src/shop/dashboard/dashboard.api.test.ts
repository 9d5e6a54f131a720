import { expect, it, vi } from 'vitest'

const answers = vi.hoisted(() => ({ stats: {} as Record<string, unknown> }))
vi.mock('#platform/supabase/client.ts', () => ({
  backend: async () => ({ rpc: async () => ({ data: answers.stats, error: null, status: 200 }) }),
  anyTable: (client: object) => client,
}))
vi.mock('#platform/supabase/session.ts', () => ({ storedSession: async () => null, refreshSession: async () => null }))
const { readDashboardStats } = await import('./dashboard.api.ts')

const stats = {
  ...{ revenue: '1416.00', short: 0, back: '708.5', net: 707.5 },
  ...{ total_singers: 3, total_events: 4, upcoming_events: 2, next_event_at: '2026-12-05T14:00:00+00:00' },
  ...{ tickets_sold: '12', complimentary_tickets: 1, free_tickets: 0, recent_bookings: 5 },
  ...{ average_tickets_per_event: '3.0', completed_events: 2, pending_payments: 0, oldest_pending_at: null },
  pending_ages: [0, 0, 0, 0],
  weeks: [{ singers: 0, events: 1, completed: 1, tickets: 5, revenue: '944.00', bookings: 2 }],
}

it('reads figures that come as numbers or text, and amounts in paise', async () => {
  answers.stats = stats
  expect(await readDashboardStats()).toMatchObject({
    ok: true,
    value: {
      revenue: 141_600,
      back: 70_850,
      ticketsSold: 12,
      nextEventAt: '2026-12-05T14:00:00.000Z',
    },
  })
})

it('fails for a figure that the server did not send, never NaN', async () => {
  answers.stats = { ...stats, tickets_sold: undefined }
  expect(await readDashboardStats()).toMatchObject({
    ok: false,
    failure: { code: 'server', message: 'unexpected answer: tickets_sold: not a number: undefined' },
  })
})
