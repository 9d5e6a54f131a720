import { describe, expect, test } from 'vitest'
import { decideAdmission, FRESH_LIST_MS, liveAdmissions, REREAD_MS, type Decision, type Known } from './admission.ts'
import type { Admission, GateEvent, RosterTicket } from './lists/roster-ticket.ts'
import type { TicketCode } from '#shop/tickets/ticket-code.ts'

const NOW = Date.parse('2026-12-05T14:12:00Z')
const MINUTE = 60_000
const event: GateEvent = { id: 'event', name: 'Meher Qazi, Mumbai', date: '2026-12-05T14:00:00Z', status: 'scheduled' }
const other: GateEvent = { ...event, id: 'other', name: 'Arka Sen, Delhi' }

const codeOf = (seats: string[], more: Partial<TicketCode> = {}): TicketCode => ({
  keyNumber: 1,
  ticketId: 'ticket',
  userId: 'user',
  eventId: 'event',
  seats,
  signature: '00',
  ...more,
})
const ticketOf = (seats: string[], more: Partial<RosterTicket> = {}): RosterTicket => ({
  id: 'ticket',
  eventId: 'event',
  code: '7K2QX4MD5',
  orderCode: 'MF04HMASW9',
  name: 'Farah N.',
  ticketCategoryId: 'gold',
  seats,
  state: 'valid',
  reason: null,
  admissions: [],
  ...more,
})
const scan = (scanId: string, seats: string[], at: number, gate = 'Gate A'): Admission => ({ scanId, seats, gate, at })

/** A genuine ticket for one seat on a fresh list, read for the first time; each test says what differs. */
const decide = (more: Partial<Known> = {}) =>
  decideAdmission({
    now: NOW,
    key: 'MF1:…',
    reading: { kind: 'code', code: codeOf(['A1']), signature: 'right' },
    events: [event],
    otherEvent: null,
    ticket: ticketOf(['A1']),
    listAt: NOW,
    admissions: [],
    asked: 'no',
    last: null,
    ...more,
  })
const right = (seats: string[], more: Partial<TicketCode> = {}) =>
  ({ kind: 'code', code: codeOf(seats, more), signature: 'right' }) as const
const four = ['A1', 'A2', 'A3', 'A4']

describe('ENTER', () => {
  test('a genuine ticket on the list', () => {
    expect(decide()).toEqual({ verdict: 'ENTER', seats: ['A1'], mark: null })
  })

  test('a group, with all its seats', () => {
    expect(decide({ reading: right(four), ticket: ticketOf(four) })).toEqual({
      verdict: 'ENTER',
      seats: four,
      mark: null,
    })
  })

  test('the order of the seats is nobody’s business', () => {
    expect(decide({ reading: right(four), ticket: ticketOf(four.toReversed()) })).toMatchObject({ verdict: 'ENTER' })
  })

  test('a typed code that is on the list, however old that is', () => {
    expect(decide({ reading: { kind: 'lookup' }, listAt: null })).toMatchObject({ verdict: 'ENTER', seats: ['A1'] })
  })

  test('at any of the events of this gate', () => {
    expect(decide({ events: [other, event] })).toMatchObject({ verdict: 'ENTER' })
  })

  test('again after an undo, whether the list has heard of it or not', () => {
    const ticket = ticketOf(['A1'], { admissions: [scan('1', ['A1'], NOW - MINUTE)] })
    expect(decide({ ticket })).toMatchObject({ verdict: 'ALREADY IN' })
    expect(decide({ ticket, undone: new Set(['1']) })).toMatchObject({ verdict: 'ENTER' })
  })
})

describe('ALREADY IN', () => {
  const inside = scan('1', ['A1'], NOW - 30 * MINUTE, 'Gate B')

  test('says when and where', () => {
    const expected = {
      verdict: 'ALREADY IN',
      at: NOW - 30 * MINUTE,
      gate: 'Gate B',
      seats: ['A1'],
      admissions: [inside],
    }
    expect(decide({ admissions: [inside] })).toEqual(expected)
    expect(decide({ ticket: ticketOf(['A1'], { admissions: [inside] }) })).toEqual(expected)
  })

  test('names the first of several', () => {
    const later = scan('2', ['A1'], NOW - 10 * MINUTE, 'Gate C')
    expect(decide({ admissions: [later], ticket: ticketOf(['A1'], { admissions: [inside] }) })).toMatchObject({
      gate: 'Gate B',
      admissions: [inside, later],
    })
  })

  test('a group, when its last seat is in', () => {
    const admissions = [scan('1', ['A1', 'A2'], NOW - 2 * MINUTE), scan('2', ['A3', 'A4'], NOW - MINUTE, 'Gate B')]
    const known = { reading: right(four), ticket: ticketOf(four), admissions }
    expect(decide(known)).toMatchObject({ verdict: 'ALREADY IN', gate: 'Gate A', admissions })
  })

  test('a ticket that went in under an earlier seat number', () => {
    expect(decide({ reading: right(['B7']), ticket: ticketOf(['B7']), admissions: [inside] })).toMatchObject({
      verdict: 'ALREADY IN',
      seats: ['A1'],
    })
  })

  test('an unlisted ticket that this gate let in, without asking again', () => {
    expect(decide({ ticket: null, listAt: null, admissions: [inside] })).toMatchObject({ verdict: 'ALREADY IN' })
  })

  test('not for a scan that let nobody in', () => {
    expect(decide({ admissions: [scan('1', [], NOW - MINUTE)] })).toMatchObject({ verdict: 'ENTER' })
  })
})

describe('NOT VALID', () => {
  const cases: [string, Partial<Known>, Partial<Decision>][] = [
    ['garbage', { reading: { kind: 'garbage' }, ticket: null }, { why: 'not_a_ticket' }],
    [
      'right ids under a wrong signature',
      { reading: { kind: 'code', code: codeOf(['A1']), signature: 'wrong' } },
      { why: 'forged' },
    ],
    [
      'an altered seat list',
      { reading: { kind: 'code', code: codeOf(['A1', 'A2']), signature: 'wrong' } },
      { why: 'forged' },
    ],
    [
      'an invented ticket, however old the list',
      { reading: { kind: 'code', code: codeOf(['A1']), signature: 'wrong' }, ticket: null, listAt: null },
      { why: 'forged' },
    ],
    ['a cancelled event', { events: [{ ...event, status: 'cancelled' }] }, { why: 'event_cancelled' }],
    [
      'a cancelled event’s ticket that is on no list',
      { events: [{ ...event, status: 'cancelled' }], ticket: null, listAt: null },
      { why: 'event_cancelled' },
    ],
    [
      'a revoked ticket, with its reason',
      { ticket: ticketOf(['A1'], { state: 'revoked', reason: 'Charged back' }) },
      { why: 'revoked', note: 'Charged back' },
    ],
    [
      'a revoked ticket that is in',
      { ticket: ticketOf(['A1'], { state: 'revoked', admissions: [scan('1', ['A1'], NOW)] }) },
      { why: 'revoked', note: null },
    ],
    [
      'a rejected payment',
      { reading: { kind: 'lookup' }, ticket: ticketOf(['A1'], { code: null, state: 'rejected', reason: 'Short' }) },
      { why: 'payment_rejected', note: 'Short' },
    ],
    [
      'a rejected payment under a genuine signature',
      { ticket: ticketOf(['A1'], { state: 'rejected' }) },
      { why: 'payment_rejected' },
    ],
    [
      'a payment under review',
      { reading: { kind: 'lookup' }, ticket: ticketOf(['A1'], { code: null, state: 'pending' }) },
      { why: 'payment_pending' },
    ],
    [
      'a code whose key was withdrawn',
      { reading: { kind: 'code', code: codeOf(['A1']), signature: 'withdrawn' } },
      { why: 'code_withdrawn' },
    ],
  ]
  test.each(cases)('%s', (_, known, expected) => {
    expect(decide(known)).toMatchObject({ verdict: 'NOT VALID', ...expected })
  })
})

describe('CHECK', () => {
  test('another event’s ticket, with its event where that is known, and never admitted', () => {
    const reading = right(['A1'], { eventId: 'other' })
    const expected = { verdict: 'CHECK', why: 'other_event', seats: [], most: 0 }
    expect(decide({ reading, ticket: null, otherEvent: other })).toMatchObject({ ...expected, event: other })
    expect(decide({ reading, ticket: null })).toMatchObject({ ...expected, event: null })
    const unreadable = { kind: 'code', code: codeOf(['A1'], { eventId: 'other' }), signature: 'unknown_key' } as const
    expect(decide({ reading: unreadable, ticket: null })).toMatchObject(expected)
    const typed = ticketOf(['A1'], { eventId: 'other' })
    expect(decide({ reading: { kind: 'lookup' }, ticket: typed, otherEvent: other })).toMatchObject(expected)
  })

  test('another seat: the list’s wins', () => {
    expect(decide({ ticket: ticketOf(['B7']) })).toEqual({
      verdict: 'CHECK',
      why: 'seat_changed',
      seats: ['B7'],
      most: 1,
      changedFrom: ['A1'],
      admissions: [],
      event: null,
      mark: null,
    })
  })

  test('part of a group is in: the remaining seats', () => {
    const admissions = [scan('1', ['A1', 'A3'], NOW - MINUTE, 'Gate B')]
    expect(decide({ reading: right(four), ticket: ticketOf(four), admissions })).toMatchObject({
      verdict: 'CHECK',
      why: 'part_admitted',
      seats: ['A2', 'A4'],
      most: 2,
      changedFrom: null,
      admissions,
    })
  })

  test('two at one gate and two at the other, both unknown to each other, then known', () => {
    const here = scan('1', ['A1', 'A2'], NOW - 2 * MINUTE)
    const there = scan('2', ['A3', 'A4'], NOW - MINUTE, 'Gate B')
    const known = { reading: right(four), ticket: ticketOf(four, { admissions: [there] }) }
    expect(decide(known)).toMatchObject({ seats: ['A1', 'A2'] })
    expect(decide({ ...known, admissions: [here] })).toMatchObject({ verdict: 'ALREADY IN' })
  })

  test('seats changed after part of the group was in: no more than were paid for', () => {
    const ticket = ticketOf(['B1', 'B2', 'B3'], { admissions: [scan('1', ['A1'], NOW - MINUTE)] })
    expect(decide({ reading: right(['A1', 'A2', 'A3']), ticket })).toMatchObject({
      why: 'part_admitted',
      seats: ['B1', 'B2', 'B3'],
      most: 2,
      changedFrom: ['A1', 'A2', 'A3'],
    })
  })

  test('a key this device does not have: ask, then look', () => {
    const reading = { kind: 'code', code: codeOf(['A1'], { keyNumber: 2 }), signature: 'unknown_key' } as const
    expect(decide({ reading })).toBe('ask')
    for (const asked of ['answered', 'unreachable'] as const)
      expect(decide({ reading, asked })).toMatchObject({ verdict: 'CHECK', why: 'unknown_key', seats: [] })
  })
})

describe('a genuine ticket that is not on the list', () => {
  const unlisted = (age: number | null, asked: Known['asked']) =>
    decide({ ticket: null, listAt: age === null ? null : NOW - age, asked })
  const sold = { verdict: 'ENTER', seats: ['A1'], mark: 'sold_after_last_sync' }
  const missing = { verdict: 'CHECK', why: 'not_on_list', seats: [], most: 0 }

  test('asks first', () => {
    expect(unlisted(0, 'no')).toBe('ask')
    expect(unlisted(null, 'no')).toBe('ask')
  })

  test.each([
    [FRESH_LIST_MS + 1, sold],
    [60 * MINUTE, sold],
    [null, sold],
    [FRESH_LIST_MS, missing],
    [FRESH_LIST_MS - 1, missing],
    [0, missing],
    [-MINUTE, missing],
    // Made three days from now: the clock is wrong, and nothing says how old the list is.
    [3 * 24 * 60 * MINUTE, sold],
    [-3 * 24 * 60 * MINUTE, sold],
  ])('with a list %s ms old', (age, expected) => {
    for (const asked of ['answered', 'unreachable'] as const) expect(unlisted(age, asked)).toMatchObject(expected)
  })

  test('part of it let in before stays marked', () => {
    const known = { reading: right(['A1', 'A2']), ticket: null, listAt: null, asked: 'unreachable' as const }
    expect(decide({ ...known, admissions: [scan('1', ['A2'], NOW - MINUTE)] })).toMatchObject({
      why: 'part_admitted',
      seats: ['A1'],
      mark: 'sold_after_last_sync',
    })
  })
})

describe('a typed code that is not on the list', () => {
  const typed = (age: number, asked: Known['asked']) =>
    decide({ reading: { kind: 'lookup' }, ticket: null, listAt: NOW - age, asked })

  test('asks, then is for somebody to look at, however fresh the list: it may be of another event', () => {
    expect(typed(0, 'no')).toBe('ask')
    for (const age of [0, FRESH_LIST_MS, FRESH_LIST_MS + 1])
      for (const asked of ['answered', 'unreachable'] as const)
        expect(typed(age, asked)).toMatchObject({ verdict: 'CHECK', why: 'unknown_code', seats: [] })
  })
})

describe('the same code before the camera', () => {
  const first: Decision = { verdict: 'ENTER', seats: ['A1'], mark: null }
  const refused: Decision = { verdict: 'NOT VALID', why: 'forged', note: null }
  const inside = { admissions: [scan('1', ['A1'], NOW - 100)] }

  test.each([0, REREAD_MS, MINUTE, 60 * MINUTE])('enters once, shown again for as long as it is held: %i ms', (age) => {
    const last = { key: 'MF1:…', age, decision: first, letIn: true }
    expect(decide({ last, ...inside })).toBe(first)
    expect(decide({ last: { ...last, key: 'MF1:?' }, ...inside })).toMatchObject({ verdict: 'ALREADY IN' })
  })

  test('taken away and held up again it is in already, however soon', () => {
    expect(decide({ last: null, ...inside })).toMatchObject({ verdict: 'ALREADY IN' })
  })

  test.each([0, REREAD_MS])('repeats a refusal after %i ms', (age) => {
    expect(decide({ last: { key: 'MF1:…', age, decision: refused, letIn: false } })).toBe(refused)
  })

  test('judges a refused one anew later: something may have changed', () => {
    const last = { key: 'MF1:…', age: REREAD_MS + 1, decision: refused, letIn: false }
    expect(decide({ last })).toMatchObject({ verdict: 'ENTER' })
  })
})

test('the server is asked once, and only where a fresh list could change the answer', () => {
  const signatures = ['right', 'wrong', 'withdrawn', 'unknown_key'] as const
  const states = ['valid', 'revoked', 'pending', 'rejected'] as const
  const readings = [
    { kind: 'lookup' } as const,
    { kind: 'garbage' } as const,
    ...signatures.flatMap((signature) =>
      ['event', 'other'].map((eventId) => ({ kind: 'code', code: codeOf(['A1'], { eventId }), signature }) as const),
    ),
  ]
  for (const reading of readings) {
    for (const ticket of [null, ...states.map((state) => ticketOf(['A1'], { state }))]) {
      for (const listAt of [null, NOW, NOW - 60 * MINUTE]) {
        const known = { reading, ticket, listAt }
        for (const asked of ['answered', 'unreachable'] as const) {
          const decision = decide({ ...known, asked })
          expect(decision).not.toBe('ask')
          // Nobody gets in but on a good ticket of this event.
          if (decision !== 'ask' && decision.verdict === 'ENTER') {
            expect(ticket === null || ticket.state === 'valid').toBe(true)
            expect(reading.kind === 'lookup' ? ticket !== null : reading.kind === 'code').toBe(true)
            if (reading.kind === 'code') expect([reading.signature, reading.code.eventId]).toEqual(['right', 'event'])
          }
        }
        if (decide(known) === 'ask')
          expect(ticket === null || (reading.kind === 'code' && reading.signature === 'unknown_key')).toBe(true)
      }
    }
  }
})

test('admissions: each scan once, by time, then by id', () => {
  const a = scan('a', ['A1'], 2)
  const b = scan('b', ['A2'], 1)
  const c = scan('c', ['A3'], 2)
  expect(liveAdmissions([c, a, b, a], new Set())).toEqual([b, a, c])
  expect(liveAdmissions([c, a, b, scan('d', [], 0)], new Set(['b']))).toEqual([a, c])
})

describe('a code that names a listed ticket, signed with the event’s key, but never issued', () => {
  const other = (seats: string[]) => ({ kind: 'code', code: codeOf(seats), signature: 'other' }) as const

  test('is asked about, and then a CHECK, never ENTER', () => {
    expect(decide({ reading: other(['A1']) })).toBe('ask')
    for (const asked of ['answered', 'unreachable'] as const)
      expect(decide({ reading: other(['A1']), asked })).toMatchObject({
        verdict: 'CHECK',
        why: 'other_code',
        seats: ['A1'],
        most: 1,
      })
  })

  test('an older code of moved seats says so, and of a ticket that is in, ALREADY IN', () => {
    expect(decide({ reading: other(['B1']) })).toMatchObject({ verdict: 'CHECK', why: 'seat_changed' })
    const admissions = [scan('s', ['A1'], NOW - MINUTE)]
    expect(decide({ reading: other(['A1']), admissions })).toMatchObject({ verdict: 'ALREADY IN' })
  })

  test('of a ticket that was taken back is that', () => {
    const ticket = ticketOf(['A1'], { state: 'revoked' })
    expect(decide({ reading: other(['A1']), ticket })).toMatchObject({ verdict: 'NOT VALID', why: 'revoked' })
  })
})
