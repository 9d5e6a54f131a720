import { expect, it } from 'vitest'
import { parseNotice } from './notice.ts'

const row = (kind: string, content: unknown) => ({
  id: 'n1',
  event_id: 'e1',
  ticket_id: null,
  kind,
  content,
  created_at: '2026-11-26T10:00:00+00:00',
  read_at: null,
})

it('a notice from the server has what it tells, with amounts in paise and instants as ISO', () => {
  expect(
    parseNotice(
      row('event_cancelled', { event_name: 'Meher', event_date: '2026-12-05T14:00:00+00:00', owed: 1209.41 }),
    ),
  ).toEqual({
    id: 'n1',
    eventId: 'e1',
    ticketId: null,
    eventName: 'Meher',
    eventDate: '2026-12-05T14:00:00.000Z',
    createdAt: '2026-11-26T10:00:00.000Z',
    readAt: null,
    about: { kind: 'event_cancelled', reason: null, owed: 120_941 },
  })
  expect(parseNotice(row('message', { subject: 'Doors', message: 'At six.' }))?.about).toEqual({
    kind: 'message',
    subject: 'Doors',
    message: 'At six.',
  })
  const seats = { category: 'Gold', from: ['A1'], to: ['A2'] }
  expect(parseNotice(row('seats_changed', seats))?.about).toEqual({ kind: 'seats_changed', ...seats, sections: null })
})

it('a notice from the server tells of seats that are offered, lost or sold, standing places by their number', () => {
  const gold = { category: 'Gold', count: 2, seats: ['B12', 'B13'], sections: null }
  const until = '2026-12-01T12:00:00+00:00'
  expect(parseNotice(row('offer', { ...gold, order_id: 'o1', until, total: 2998.5 }))?.about).toEqual({
    kind: 'offer',
    ...gold,
    orderId: 'o1',
    until: '2026-12-01T12:00:00.000Z',
    total: 299_850,
  })
  expect(parseNotice(row('offer_lapsed', { category: 'Floor', count: 3, waits: true }))?.about).toEqual({
    kind: 'offer_lapsed',
    ...{ category: 'Floor', count: 3, seats: null, sections: null, waits: true },
  })
  expect(parseNotice(row('return_sold', { ...gold, order_code: 'MF7K2QX4MD', amount: 1500 }))?.about).toEqual({
    kind: 'return_sold',
    ...gold,
    ...{ orderCode: 'MF7K2QX4MD', amount: 150_000, hasUpiId: false },
  })
})

it('a notice from the server of a kind that a later version adds is left out', () => {
  expect(parseNotice(row('doors_open', {}))).toBeNull()
})

it('a notice from the server with nothing in it is still readable', () => {
  for (const kind of ['message', 'event_cancelled', 'event_changed', 'screen_only', 'seats_changed', 'refunded'])
    expect(parseNotice(row(kind, null))?.about.kind).toBe(kind)
})
