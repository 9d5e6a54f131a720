import type { RosterTicket } from '../../../src/shop/gate/lists/roster-ticket.ts'
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

/** A valid ticket of a gate's list, with the first code of each seat. */
export const rosterTicket = (seats: readonly string[], more: Partial<RosterTicket> = {}): RosterTicket => ({
  ...{ id: 'ticket', eventId: 'event', name: 'Farah N.', ticketCategoryId: 'c1', seats, state: 'valid', reason: null },
  passes: seats.map((seat) => ({ seat, issue: 0, from: 0 })),
  admissions: [],
  ...more,
})
