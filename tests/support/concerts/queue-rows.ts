import type { AdminQueue } from '../../../src/shop/queue/queue-admin.ts'

/** A queue as the console reads it: joined from 4 December, open on the 5th, ten in the morning in India. */
export const adminQueue = (more: Partial<AdminQueue> = {}): AdminQueue => ({
  ...{ joinsFrom: '2026-12-04T04:30:00Z', opensAt: '2026-12-05T04:30:00Z', at: '2026-12-05T05:00:00Z' },
  ...{ perMinute: null, rate: 600, seedHash: 'a', listHash: null, listedAt: null, drawnAt: null, endedAt: null },
  ...{ seed: null, joined: 0, drawn: null, letIn: 0 },
  ...more,
})
