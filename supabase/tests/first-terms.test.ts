import type { PGliteInterface } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TERMS_COLUMNS, termsOfRow } from '../../src/shop/terms/terms-row.ts'
import { FIRST_TERMS } from '../../src/shop/terms/terms.ts'
import { states } from '../../src/shop/terms/states.ts'
import { SELLS_AFTER_START_MS, UNDO_MS } from '../../src/shop/box-office/door-sale.ts'
import { REFUND_DAYS_AFTER_MOVE } from '../../src/shop/refunds/refund-offer.ts'
import { FIRST_PASS_RULES, OFFER_MINUTES } from '../../src/shop/tickets/passes/passes.ts'
import { makeDatabase } from '../journal/build.ts'

let database: PGliteInterface

beforeAll(async () => {
  database = await makeDatabase('migrations')
})
afterAll(() => database.close())

test('a new shop has the terms that devices use before their first sync, but no tax before it has a GSTIN', async () => {
  const { rows } = await database.query<Record<string, unknown>>(
    `select ${TERMS_COLUMNS.replace('from_day', 'from_day::text')} from public.terms_by_day`,
  )
  const [terms, ...more] = rows.map(termsOfRow)
  const taxRules = [
    { kind: 'gst', state: null, upTo: 50_000, percent: 0 },
    { kind: 'gst', state: null, upTo: null, percent: 18 },
  ]
  expect(terms).toEqual({ ...FIRST_TERMS, gstBy: 'rules', taxRules })
  expect(more).toEqual([])
})

test('devices know the same states as the database', async () => {
  const { rows } = await database.query<{ states: string[] }>('select private.states() as states')
  expect(rows[0]?.states).toEqual(states)
})

test('an event without rules of its passes has those that the console shows', async () => {
  await database.exec(`
    insert into public.singers (id, name) values ('00000000-0000-4000-8000-000000000001', 'A');
    insert into public.events (id, singer_id, city, venue, date)
      values ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001', 'Pune', 'Hall', now());
    insert into public.pass_rules (event_id) values ('00000000-0000-4000-8000-000000000002')`)
  const { rows } = await database.query(
    `select hand_over, hand_over_until, give_back, give_back_until, offer_minutes,
      private.first_offer_minutes() as without_rules from public.pass_rules`,
  )
  const { handOver, handOverUntil, giveBack, giveBackUntil, offerMinutes } = FIRST_PASS_RULES
  expect(rows).toEqual([
    {
      ...{ hand_over: handOver, hand_over_until: handOverUntil, give_back: giveBack, give_back_until: giveBackUntil },
      ...{ offer_minutes: offerMinutes, without_rules: offerMinutes },
    },
  ])
})

test('seats are offered for as long as the console lets staff set', async () => {
  const takes = (minutes: number): Promise<boolean> =>
    database.query('update public.pass_rules set offer_minutes = $1', [minutes]).then(
      () => true,
      () => false,
    )
  const { least, most } = OFFER_MINUTES
  expect(await Promise.all([least - 1, least, most, most + 1].map(takes))).toEqual([false, true, true, false])
})

test('devices know the same times as the database', async () => {
  const ms = (name: string): string => `(1000 * extract(epoch from private.${name}()))::integer as ${name}`
  const { rows } = await database.query(
    `select ${['goes_on_for', 'undo_time', 'refundable_after_move'].map(ms).join()}`,
  )
  expect(rows).toEqual([
    {
      goes_on_for: SELLS_AFTER_START_MS,
      undo_time: UNDO_MS,
      refundable_after_move: REFUND_DAYS_AFTER_MOVE * 86_400_000,
    },
  ])
})
