import { expect, expectTypeOf, it } from 'vitest'
import { parsed } from '#platform/supabase/call.ts'
import {
  asIs,
  boolean,
  columnsOf,
  filled,
  from,
  instant,
  isTrue,
  list,
  moment,
  number,
  oneOf,
  oneOfOrNull,
  or,
  orNull,
  row,
  text,
  whole,
  type Of,
} from './wire.ts'

const parse = row({
  totalSingers: number,
  nextEventAt: orNull(instant),
  status: oneOf(['open', 'sold']),
  way: oneOfOrNull(['upi', 'bank']),
  seats: list(text),
  event: row({ id: text, startsAt: moment }),
  by: from('made_by_name', filled),
  place: whole(({ city, venue }: { city: string; venue: string }) => `${venue}, ${city}`),
  note: or(text, ''),
  shared: isTrue,
  drawn: boolean,
  data: asIs<{ stage: string }>(),
})
const wire = {
  total_singers: '12',
  next_event_at: null,
  status: 'open',
  way: 'gold',
  seats: ['A1'],
  event: { id: 'e', starts_at: '2026-12-05T14:00:00+00:00' },
  made_by_name: '',
  city: 'Pune',
  venue: 'Hall',
  note: undefined,
  shared: null,
  drawn: false,
  data: { stage: 'top' },
}

it('reads columns in snake case, and as a field says', () => {
  expect(parse(wire)).toEqual({
    totalSingers: 12,
    nextEventAt: null,
    status: 'open',
    way: null,
    seats: ['A1'],
    event: { id: 'e', startsAt: Date.UTC(2026, 11, 5, 14) },
    by: null,
    place: 'Hall, Pune',
    note: '',
    shared: false,
    drawn: false,
    data: { stage: 'top' },
  })
  expect(parse({ ...wire, next_event_at: '2026-12-05T19:30:00+05:30' }).nextEventAt).toBe('2026-12-05T14:00:00.000Z')
  expectTypeOf<Of<typeof parse>['status']>().toEqualTypeOf<'open' | 'sold'>()
  expectTypeOf<Of<typeof parse>['by']>().toEqualTypeOf<string | null>()
})

it.each([
  [{ total_singers: undefined }, 'total_singers: not a number: undefined'],
  [{ total_singers: null }, 'total_singers: not a number: null'],
  [{ total_singers: 'ten' }, 'total_singers: not a number: ten'],
  [{ total_singers: '' }, 'total_singers: not a number: '],
  [{ next_event_at: 'soon' }, 'next_event_at: Invalid time value'],
  [{ status: 'gone' }, 'status: unknown word: gone'],
  [{ seats: undefined }, 'seats: not a list'],
  [{ seats: [1] }, 'seats: not text'],
  [{ event: { id: 'e', starts_at: null } }, 'event: starts_at: not text'],
  [{ event: null }, 'event: not a row'],
  [{ made_by_name: 7 }, 'made_by_name: not text'],
  [{ drawn: 1 }, 'drawn: neither true nor false'],
  [{ data: undefined }, 'data: missing'],
])('refuses %j and names the column', (change, message) => {
  expect(() => parse({ ...wire, ...change })).toThrow(message)
  expect(parsed({ ok: true, value: { ...wire, ...change } }, parse)).toMatchObject({
    ok: false,
    failure: { code: 'server', message: `unexpected answer: ${message}` },
  })
})

it('writes fields to the columns that they are read from, and no other value', () => {
  const fields = { soldAt: instant, id: from('row_id', text) }
  const columns = columnsOf(fields, { soldAt: '2026-11-30T10:00:00.000Z', id: 'r', more: 1 })
  expectTypeOf(columns).toEqualTypeOf<{ sold_at: string; row_id: string }>()
  expect(columns).toEqual({ sold_at: '2026-11-30T10:00:00.000Z', row_id: 'r' })
})
