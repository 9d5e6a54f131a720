import { describe, expect, test } from 'vitest'
import { rosterTicket as ticketOf } from '../../../tests/support/gate/gate-scan.ts'
import { decideAdmission, FRESH_LIST_MS, liveAdmissions, REREAD_MS, type CodeReading, type Known } from './admission.ts'
import type { Decision } from './decision.ts'
import type { Admission, GateEvent, RosterPass, RosterTicket } from './lists/roster-ticket.ts'

const NOW = Date.parse('2026-12-05T14:12:00Z')
const MINUTE = 60_000
const event: GateEvent = { id: 'event', name: 'Meher Qazi, Mumbai', date: '2026-12-05T14:00:00Z', status: 'scheduled' }
const other: GateEvent = { ...event, id: 'other', name: 'Arka Sen, Delhi' }

const pass = (seat: string, number = 1, issue = 0, more: Partial<CodeReading> = {}): CodeReading => ({
  ...{ kind: 'code', eventId: 'event', seat, test: false, proof: 'right', pass: { number, issue } },
  ...more,
})
/** Of A1. */
const code = (proof: CodeReading['proof'], more: Partial<CodeReading> = {}): CodeReading =>
  pass('A1', 1, 0, { proof, ...more })
const lookup = { kind: 'lookup' } as const
const scan = (scanId: string, seats: string[], at: number, gate = 'Gate A'): Admission => ({ scanId, seats, gate, at })

/** Decides about a genuine one-seat ticket on a fresh list; `more` overrides. */
const decide = (more: Partial<Known> = {}) =>
  decideAdmission({
    now: NOW,
    key: 'MF2:…',
    reading: pass('A1'),
    events: [event],
    otherEvent: null,
    ticket: ticketOf(['A1']),
    listAt: NOW,
    admissions: [],
    asked: 'no',
    last: null,
    ...more,
  })
const four = ['A1', 'A2', 'A3', 'A4']
const enter = (seats: string[], mark: string | null = null) => ({ verdict: 'ENTER', seats, mark })
const check = (why: string, seats: string[], most = seats.length) => ({ verdict: 'CHECK', why, seats, most })

describe('a test ticket lets nobody in', () => {
  const test_ = { verdict: 'NOT VALID', why: 'test', note: null }

  test('on the list, whatever its code or look-up', () => {
    const ticket = ticketOf(['A1'], { test: true })
    expect(decide({ ticket })).toEqual(test_)
    expect(decide({ ticket, reading: lookup })).toEqual(test_)
    expect(decide({ ticket: ticketOf(['A1'], { test: true, state: 'revoked' }) })).toEqual(test_)
  })

  test('on no list of this device', () => {
    const reading = code('right', { test: true })
    expect(decide({ reading, ticket: null, listAt: NOW - 60 * MINUTE, asked: 'unreachable' })).toEqual(test_)
  })
})

describe('answers ENTER for', () => {
  test.each<[string, Partial<Known>, string[]]>([
    ['a genuine ticket on the list', {}, ['A1']],
    ['a group with all its seats', { reading: lookup, ticket: ticketOf(four) }, four],
    ['a typed code on a list of any age', { reading: lookup, listAt: null }, ['A1']],
    ['a ticket for any event of this gate', { events: [other, event] }, ['A1']],
  ])('%s', (_, known, seats) => {
    expect(decide(known)).toEqual(enter(seats))
  })

  test('a ticket whose admission was undone, even if the list still contains it', () => {
    const ticket = ticketOf(['A1'], { admissions: [scan('1', ['A1'], NOW - MINUTE)] })
    expect(decide({ ticket })).toMatchObject({ verdict: 'ALREADY IN' })
    expect(decide({ ticket, undone: new Set(['1']) })).toMatchObject({ verdict: 'ENTER' })
  })
})

describe('a standing ticket for three', () => {
  const three = ['17', '18', '33']
  const standing = { reading: lookup, ticket: ticketOf(three) }

  test('lets all in, or part by part', () => {
    expect(decide(standing)).toEqual(enter(three))
    const admissions = [scan('1', ['17'], NOW - MINUTE)]
    expect(decide({ ...standing, admissions })).toMatchObject(check('part_admitted', ['18', '33']))
    const all = [...admissions, scan('2', ['18', '33'], NOW)]
    expect(decide({ ...standing, admissions: all })).toMatchObject({ verdict: 'ALREADY IN', seats: ['17'] })
  })

  test('lets each in by an own code', () => {
    const admissions = [scan('1', ['17'], NOW - MINUTE)]
    expect(decide({ ...standing, reading: pass('18', 2), admissions })).toMatchObject(enter(['18']))
    expect(decide({ ...standing, reading: pass('17'), admissions })).toMatchObject({ verdict: 'ALREADY IN' })
  })
})

describe('answers ALREADY IN', () => {
  const inside = scan('1', ['A1'], NOW - 30 * MINUTE, 'Gate B')

  test('with time and gate', () => {
    const { at, gate, seats } = inside
    const expected = { verdict: 'ALREADY IN', at, gate, seats, admissions: [inside] }
    expect(decide({ admissions: [inside] })).toEqual(expected)
    expect(decide({ ticket: ticketOf(['A1'], { admissions: [inside] }) })).toEqual(expected)
  })

  test('with the first of several admissions', () => {
    const later = scan('2', ['A1'], NOW - 10 * MINUTE, 'Gate C')
    expect(decide({ admissions: [later], ticket: ticketOf(['A1'], { admissions: [inside] }) })).toMatchObject({
      gate: 'Gate B',
      admissions: [inside, later],
    })
  })

  test('for a group once all its seats are in', () => {
    const admissions = [scan('1', ['A1', 'A2'], NOW - 2 * MINUTE), scan('2', ['A3', 'A4'], NOW - MINUTE, 'Gate B')]
    const known = { reading: lookup, ticket: ticketOf(four), admissions }
    expect(decide(known)).toMatchObject({ verdict: 'ALREADY IN', gate: 'Gate A', admissions })
  })

  test('for a ticket admitted under an earlier seat number', () => {
    expect(decide({ reading: lookup, ticket: ticketOf(['B7']), admissions: [inside] })).toMatchObject({
      verdict: 'ALREADY IN',
      seats: ['A1'],
    })
  })

  test('for an unlisted ticket that this gate let in, without asking the server again', () => {
    expect(decide({ ticket: null, listAt: null, admissions: [inside] })).toMatchObject({ verdict: 'ALREADY IN' })
  })

  test('not after a scan that let no seat in', () => {
    expect(decide({ admissions: [scan('1', [], NOW - MINUTE)] })).toMatchObject({ verdict: 'ENTER' })
  })
})

const cases: [string, Partial<Known>, Partial<Decision>][] = [
  ['garbage', { reading: { kind: 'garbage' }, ticket: null }, { why: 'not_a_ticket' }],
  ['a part of a code', { reading: { kind: 'part' }, ticket: null }, { verdict: 'CHECK', why: 'scan_again' }],
  ['right ids under a wrong signature', { reading: code('wrong') }, { why: 'forged' }],
  ['an altered seat', { reading: pass('A2', 1, 0, { proof: 'wrong' }) }, { why: 'forged' }],
  [
    'an invented ticket, however old the list',
    { reading: code('wrong'), ticket: null, listAt: null },
    { why: 'forged' },
  ],
  ['a cancelled event', { events: [{ ...event, status: 'cancelled' }] }, { why: 'event_cancelled' }],
  [
    'an unlisted ticket of a cancelled event',
    { events: [{ ...event, status: 'cancelled' }], ticket: null, listAt: null },
    { why: 'event_cancelled' },
  ],
  [
    'a revoked ticket, with its reason',
    { ticket: ticketOf(['A1'], { state: 'revoked', reason: 'Charged back' }) },
    { why: 'revoked', note: 'Charged back' },
  ],
  [
    'a revoked ticket that was admitted before',
    { ticket: ticketOf(['A1'], { state: 'revoked', admissions: [scan('1', ['A1'], NOW)] }) },
    { why: 'revoked', note: null },
  ],
  [
    'a rejected payment',
    { reading: lookup, ticket: ticketOf(['A1'], { state: 'rejected', reason: 'Short' }) },
    { why: 'payment_rejected', note: 'Short' },
  ],
  [
    'a rejected payment under a genuine signature',
    { ticket: ticketOf(['A1'], { state: 'rejected' }) },
    { why: 'payment_rejected' },
  ],
  [
    'a payment under review',
    { reading: lookup, ticket: ticketOf(['A1'], { state: 'pending' }) },
    { why: 'payment_pending' },
  ],
  ['a code whose key was withdrawn', { reading: code('withdrawn') }, { why: 'code_withdrawn' }],
]
test.each(cases)('answers NOT VALID for %s', (_, known, expected) => {
  expect(decide(known)).toMatchObject({ verdict: 'NOT VALID', ...expected })
})

describe('answers CHECK for', () => {
  test('a ticket of another event, named if known, with no seats to let in', () => {
    const reading = pass('A1', 1, 0, { eventId: 'other' })
    const expected = { verdict: 'CHECK', why: 'other_event', seats: [], most: 0 }
    expect(decide({ reading, ticket: null, otherEvent: other })).toMatchObject({ ...expected, event: other })
    expect(decide({ reading, ticket: null })).toMatchObject({ ...expected, event: null })
    const unreadable = code('unknown_key', { eventId: 'other' })
    expect(decide({ reading: unreadable, ticket: null })).toMatchObject(expected)
    const typed = ticketOf(['A1'], { eventId: 'other' })
    expect(decide({ reading: lookup, ticket: typed, otherEvent: other })).toMatchObject(expected)
  })

  test('a changed seat, with the seat of the list', () => {
    const ticket = ticketOf(['B7'], { passes: [{ seat: 'B7', issue: 1, from: 0 }] })
    const expected = { ...check('seat_changed', ['B7']), changedFrom: 'A1', admissions: [], event: null, mark: null }
    expect(decide({ ticket })).toEqual(expected)
  })

  test('a partly admitted group, with the remaining seats', () => {
    const admissions = [scan('1', ['A1', 'A3'], NOW - MINUTE, 'Gate B')]
    const expected = { ...check('part_admitted', ['A2', 'A4']), changedFrom: null, admissions }
    expect(decide({ reading: lookup, ticket: ticketOf(four), admissions })).toMatchObject(expected)
  })

  test('seats changed after part of the group was in, with no more seats than were paid for', () => {
    const ticket = ticketOf(['B1', 'B2', 'B3'], { admissions: [scan('1', ['A1'], NOW - MINUTE)] })
    expect(decide({ reading: lookup, ticket })).toMatchObject(check('part_admitted', ['B1', 'B2', 'B3'], 2))
  })

  test('an unknown key, after asking the server', () => {
    const reading = code('unknown_key')
    expect(decide({ reading })).toBe('ask')
    for (const asked of ['answered', 'unreachable'] as const)
      expect(decide({ reading, asked })).toMatchObject({ verdict: 'CHECK', why: 'unknown_key', seats: [] })
  })
})

describe('a genuine ticket missing from the list', () => {
  const unlisted = (age: number | null, asked: Known['asked']) =>
    decide({ reading: pass('A1'), ticket: null, listAt: age === null ? null : NOW - age, asked })
  const sold = enter(['A1'], 'sold_after_last_sync')
  const missing = check('not_on_list', [])

  test('is looked up on the server first', () => {
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
    // A difference of three days means a wrong clock: the age of the list is unknown.
    [3 * 24 * 60 * MINUTE, sold],
    [-3 * 24 * 60 * MINUTE, sold],
  ])('is decided by the age of the list: %s ms', (age, expected) => {
    for (const asked of ['answered', 'unreachable'] as const) expect(unlisted(age, asked)).toMatchObject(expected)
  })

  test('is also a pass that the listed ticket does not have', () => {
    const known = { reading: pass('A5', 5), ticket: ticketOf(four) }
    expect(decide(known)).toBe('ask')
    expect(decide({ ...known, asked: 'answered' })).toMatchObject(missing)
  })

  test('is one seat, also after others of the ticket were let in', () => {
    const known = { reading: pass('A1'), ticket: null, listAt: null, asked: 'unreachable' as const }
    expect(decide({ ...known, admissions: [scan('1', ['A2'], NOW - MINUTE)] })).toEqual(sold)
    expect(decide({ ...known, admissions: [scan('1', ['A1'], NOW - MINUTE)] })).toMatchObject({ verdict: 'ALREADY IN' })
  })
})

describe('a pass', () => {
  const ticket = ticketOf(four)
  const { passes } = ticket
  const changed = (number: number, more: Partial<RosterPass>): RosterTicket => {
    const after = passes.with(number - 1, { ...passes[number - 1]!, ...more })
    return ticketOf(
      after.map(({ seat }) => seat),
      { passes: after },
    )
  }
  const inside = (...seats: string[]) => ({ admissions: seats.map((seat) => scan(seat, [seat], NOW - MINUTE)) })

  test('enters with its own seat at once, and once', () => {
    expect(decide({ reading: pass('A2', 2), ticket })).toEqual(enter(['A2']))
    expect(decide({ reading: pass('A2', 2), ticket, ...inside('A1', 'A3', 'A4') })).toMatchObject({ verdict: 'ENTER' })
    const again = { verdict: 'ALREADY IN', seats: ['A2'], at: NOW - MINUTE }
    expect(decide({ reading: pass('A2', 2), ticket, ...inside('A2') })).toMatchObject(again)
  })

  test('enters beside a look-up, which lets the others in', () => {
    const others = check('part_admitted', ['A1', 'A3', 'A4'])
    expect(decide({ reading: lookup, ticket, ...inside('A2') })).toMatchObject(others)
    expect(decide({ reading: pass('A2', 2), ticket, ...inside(...four) })).toMatchObject({ verdict: 'ALREADY IN' })
  })

  test('with another seat since is CHECK, with the seat of the list', () => {
    const moved = { ...check('seat_changed', ['B7']), changedFrom: 'A2' }
    expect(decide({ reading: pass('A2', 2), ticket: changed(2, { seat: 'B7', issue: 1 }) })).toMatchObject(moved)
  })

  test('that another person has now is void, unless it was let in', () => {
    const given = changed(2, { issue: 1, from: 1 })
    const no = { verdict: 'NOT VALID', why: 'replaced', note: null }
    expect(decide({ reading: pass('A2', 2), ticket: given })).toEqual(no)
    expect(decide({ reading: pass('A2', 2, 1), ticket: given })).toMatchObject(enter(['A2']))
    expect(decide({ reading: pass('A2', 2), ticket: given, ...inside('A2') })).toMatchObject({ verdict: 'ALREADY IN' })
  })

  test('that is being sold is CHECK after the server was asked, for either person', () => {
    const selling = { reading: pass('A2', 2), ticket: changed(2, { selling: true }) }
    expect(decide(selling)).toBe('ask')
    for (const asked of ['answered', 'unreachable'] as const) {
      expect(decide({ ...selling, asked })).toMatchObject(check('being_sold', ['A2']))
      expect(decide({ ...selling, reading: lookup, asked })).toMatchObject(check('being_sold', four))
    }
    expect(decide({ ...selling, reading: pass('A1', 1) })).toMatchObject(enter(['A1']))
    expect(decide({ ...selling, ...inside('A2') })).toMatchObject({ verdict: 'ALREADY IN' })
  })

  test('of a sale that was undone at the box office says so, without the reason of the clerk', () => {
    const undone = ticketOf(four, { state: 'rejected', reason: 'Undone at the box office' })
    expect(decide({ reading: pass('A2', 2), ticket: undone })).toEqual({
      verdict: 'NOT VALID',
      why: 'sale_undone',
      note: null,
    })
  })

  test('that was given back and sold is NOT VALID, of a part of the ticket and of all of it', () => {
    const left = ['A1', 'A3', 'A4']
    const part = ticketOf(left, { passes: passes.with(1, { seat: 'A2', issue: 1, from: 1 }) })
    const no = { verdict: 'NOT VALID', why: 'given_back', note: null }
    expect(decide({ reading: pass('A2', 2), ticket: part })).toEqual(no)
    expect(decide({ reading: pass('A1', 1), ticket: part })).toMatchObject({ verdict: 'ENTER', seats: ['A1'] })
    const all = ticketOf(four, { state: 'revoked', reason: 'Given back' })
    expect(decide({ reading: pass('A2', 2), ticket: all })).toEqual(no)
  })

  test('newer than the list enters with a mark after the server was asked; the earlier code then does not', () => {
    const newer = { reading: pass('B7', 2, 3), ticket, listAt: NOW - 60 * MINUTE }
    expect(decide(newer)).toBe('ask')
    expect(decide({ ...newer, asked: 'unreachable' })).toEqual(enter(['B7'], 'newer_than_list'))
    const handed = { reading: pass('A2', 2, 3), ticket }
    expect(decide({ ...handed, asked: 'unreachable', ...inside('A2') })).toMatchObject({ verdict: 'ALREADY IN' })
  })

  test('asks for a look when a person entered under a seat that the ticket no longer has', () => {
    const moved = { reading: pass('B7', 1, 1), ticket: changed(1, { seat: 'B7', issue: 1 }) }
    expect(decide({ ...moved, ...inside('A1') })).toMatchObject(check('part_admitted', ['B7']))
  })
})

describe('a screen-only event', () => {
  const events: GateEvent[] = [{ ...event, screenOnly: true }]
  const ticket = ticketOf(four)

  test('lets no fixed code in by itself', () => {
    expect(decide({ events, ticket, reading: pass('A2', 2) })).toMatchObject(check('paper', ['A2']))
  })

  test('lets a code of now in, and checks one of another time', () => {
    const reading = (madeAt: number) => pass('A2', 2, 0, { madeAt })
    expect(decide({ events, ticket, reading: reading(NOW - MINUTE) })).toMatchObject(enter(['A2']))
    expect(decide({ events, ticket, reading: reading(NOW - 10 * MINUTE) })).toMatchObject({ why: 'clock_off' })
  })
})

describe('a typed code missing from the list', () => {
  const typed = (age: number, asked: Known['asked']) =>
    decide({ reading: lookup, ticket: null, listAt: NOW - age, asked })

  test('is looked up on the server, then CHECK: it may belong to another event', () => {
    expect(typed(0, 'no')).toBe('ask')
    for (const age of [0, FRESH_LIST_MS, FRESH_LIST_MS + 1])
      for (const asked of ['answered', 'unreachable'] as const)
        expect(typed(age, asked)).toMatchObject({ verdict: 'CHECK', why: 'unknown_code', seats: [] })
  })

  test('without a network is known to be typed: the QR can be checked', () => {
    const reading = { kind: 'lookup', typed: true } as const
    expect(decide({ reading, ticket: null, asked: 'no' })).toBe('ask')
    expect(decide({ reading, ticket: null, asked: 'answered' })).toMatchObject({ why: 'unknown_code' })
    expect(decide({ reading, ticket: null, asked: 'unreachable' })).toMatchObject({ why: 'typed_offline', seats: [] })
  })
})

describe('a code that stays in view', () => {
  const first: Decision = { verdict: 'ENTER', seats: ['A1'], mark: null }
  const refused: Decision = { verdict: 'NOT VALID', why: 'forged', note: null }
  const inside = { admissions: [scan('1', ['A1'], NOW - 100)] }

  test.each([0, REREAD_MS, MINUTE, 60 * MINUTE])('keeps the answer ENTER: %i ms', (age) => {
    const last = { key: 'MF2:…', age, decision: first, letIn: true }
    expect(decide({ last, ...inside })).toBe(first)
    expect(decide({ last: { ...last, key: 'MF2:?' }, ...inside })).toMatchObject({ verdict: 'ALREADY IN' })
  })

  test.each([0, REREAD_MS])('repeats a refusal after %i ms', (age) => {
    expect(decide({ last: { key: 'MF2:…', age, decision: refused, letIn: false } })).toBe(refused)
  })

  test('is judged again later after a refusal', () => {
    const last = { key: 'MF2:…', age: REREAD_MS + 1, decision: refused, letIn: false }
    expect(decide({ last })).toMatchObject({ verdict: 'ENTER' })
  })
})

test('asks the server once, and only where a fresh list could change the answer', () => {
  const proofs = ['right', 'wrong', 'withdrawn', 'unknown_key'] as const
  const states = ['valid', 'revoked', 'pending', 'rejected'] as const
  const readings = [
    lookup,
    { kind: 'garbage' } as const,
    ...proofs.flatMap((proof) => ['event', 'other'].map((eventId) => code(proof, { eventId }))),
  ]
  for (const reading of readings) {
    for (const ticket of [null, ...states.map((state) => ticketOf(['A1'], { state }))]) {
      for (const listAt of [null, NOW, NOW - 60 * MINUTE]) {
        const known = { reading, ticket, listAt }
        for (const asked of ['answered', 'unreachable'] as const) {
          const decision = decide({ ...known, asked })
          expect(decision).not.toBe('ask')
          // Only a valid ticket of this event is let in.
          if (decision !== 'ask' && decision.verdict === 'ENTER') {
            expect(ticket === null || ticket.state === 'valid').toBe(true)
            expect(reading.kind === 'lookup' ? ticket !== null : reading.kind === 'code').toBe(true)
            if (reading.kind === 'code') expect([reading.proof, reading.eventId]).toEqual(['right', 'event'])
          }
        }
        if (decide(known) === 'ask')
          expect(ticket === null || (reading.kind === 'code' && reading.proof === 'unknown_key')).toBe(true)
      }
    }
  }
})

test('lists each admission once, by time, then by id', () => {
  const a = scan('a', ['A1'], 2)
  const b = scan('b', ['A2'], 1)
  const c = scan('c', ['A3'], 2)
  expect(liveAdmissions([c, a, b, a], new Set())).toEqual([b, a, c])
  expect(liveAdmissions([c, a, b, scan('d', [], 0)], new Set(['b']))).toEqual([a, c])
})
