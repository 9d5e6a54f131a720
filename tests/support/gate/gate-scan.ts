import type { NewScan } from '../../../src/shop/gate/scans/scans.store.ts'

export const GATE_EVENT = 'eeeeeeee-0000-4000-8000-000000000001'

/** A scan that let seat A1 in at Gate B; `more` overrides it. */
export const newScan = (ticketId: string, more: Partial<NewScan> = {}): NewScan => ({
  eventId: GATE_EVENT,
  ticketId,
  verdict: 'ENTER',
  seats: ['A1'],
  reason: null,
  gate: 'Gate B',
  undoes: null,
  after: null,
  shown: { verdict: 'ENTER', name: 'Farah N.', seats: ['A1'] },
  ...more,
})
