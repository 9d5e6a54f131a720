import { readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { actorText, historyNouns, historyText } from './history-words.ts'

const updated = (noun: string, before: object, after: object) =>
  historyText({ action: 'update', noun, before: before as never, after: after as never })

test('names the record and only the values that changed', () => {
  const before = { id: '1', name: 'Gold', price: 1500, total_tickets: 100, revision: 1, updated_at: 'a' }
  const after = { ...before, price: '1650.50', revision: 2, updated_at: 'b' }
  expect(updated('ticket_categories', before, after)).toEqual({
    title: 'Ticket category Gold changed',
    changes: [{ label: 'Price', before: '₹1,500.00', after: '₹1,650.50' }],
  })
})

test('an added row has no before, a deleted one no after', () => {
  const row = { id: '1', name: 'Asha Rao' }
  expect(historyText({ action: 'insert', noun: 'singers', before: null, after: row })).toEqual({
    title: 'Singer Asha Rao added',
    changes: [{ label: 'Name', before: null, after: 'Asha Rao' }],
  })
  expect(historyText({ action: 'delete', noun: 'singers', before: row, after: null }).changes).toEqual([
    { label: 'Name', before: 'Asha Rao', after: null },
  ])
})

test('shows times in IST, lists and booleans in words, and skips empty values', () => {
  const before = { city: 'Pune', venue: 'Hall', date: '2026-12-05T13:30:00+00:00', previous_date: null }
  const after = { ...before, date: '2026-12-06T13:30:00Z', previous_date: '' }
  const { title, changes } = updated(
    'events',
    { ...before, a: ['A1'], b: true },
    { ...after, a: ['A1', 'A2'], b: false },
  )
  expect(title).toBe('Event Pune, Hall changed')
  expect(changes).toEqual([
    { label: 'Date', before: 'Sat 5 Dec 2026, 7:00 pm', after: 'Sun 6 Dec 2026, 7:00 pm' },
    { label: 'A', before: 'A1', after: 'A1, A2' },
    { label: 'B', before: 'yes', after: 'no' },
  ])
})

test('names payments and tickets by their codes', () => {
  expect(updated('payments', {}, { order_code: 'MF12345678' }).title).toBe('Payment MF12345678 changed')
  const added = { action: 'insert', noun: 'user_tickets', before: null, after: { code: '7K2QX4MD5' } }
  expect(historyText(added).title).toBe('Ticket 7K2Q-X4MD-5 added')
})

test('says of a picture how large it is, not what its files are called', () => {
  const logo = (size: string): object => ({ logo: size && `logo/0123456789abcdef-${size}-any` })
  expect(updated('shop_settings', logo('144x96'), logo('96x96')).changes).toEqual([
    { label: 'Logo', before: 'a picture, 144 × 96', after: 'a picture, 96 × 96' },
  ])
  const poster = 'eeeeeeee-0000-4000-8000-000000000001/0123456789abcdef-1280x1600-webp'
  expect(updated('events', { poster }, { poster: null }).changes).toEqual([
    { label: 'Poster', before: 'a picture, 1280 × 1600', after: null },
  ])
})

test('leaves out ids of rows and people', () => {
  const after = { user_id: 'x', reviewed_by: 'y', handled_by: 'z', status: 'rejected' }
  expect(updated('payments', { status: 'pending' }, after).changes).toEqual([
    { label: 'Status', before: 'pending', after: 'rejected' },
  ])
})

test('words an unknown action and an unknown table', () => {
  expect(historyText({ action: 'turn_round', noun: 'new_things', before: null, after: { x_y: 1 } })).toEqual({
    title: 'New things turn round',
    changes: [{ label: 'X y', before: null, after: '1' }],
  })
})

test('names the person, the shop itself or a deleted account', () => {
  const entry = { noun: 'payments', before: { approved_by_proof: false }, after: { approved_by_proof: false } }
  expect(actorText({ ...entry, actorId: null, actorName: null })).toBe('The shop itself')
  expect(actorText({ ...entry, actorId: 'x', actorName: null })).toBe('A deleted account')
  expect(actorText({ ...entry, actorId: 'x', actorName: 'Farah' })).toBe('Farah')
})

test('names an export after its list', () => {
  const entry = { action: 'export', noun: 'check-ins', before: null, after: { rows: 1200 } }
  expect(historyText(entry)).toEqual({
    title: 'Check-ins saved as a file',
    changes: [{ label: 'Rows', before: null, after: '1,200' }],
  })
})

test('leaves out the key that the database derives from a reference', () => {
  const before = { id: '1', amount: 620, utr: null, utr_key: null }
  const after = { ...before, utr: 'UTR512345678901', utr_key: '512345678901' }
  expect(updated('refunds', before, after).changes).toEqual([
    { label: 'UTR of the refund', before: null, after: 'UTR512345678901' },
  ])
})

test('says whose account was closed, opened again or lost its seats', () => {
  const entry = { noun: 'profiles', before: null, ofName: 'Farah Nair' }
  expect(historyText({ ...entry, action: 'close_account', after: { reason: 'Fake payments' } })).toEqual({
    title: 'Account of Farah Nair closed',
    changes: [{ label: 'Reason', before: null, after: 'Fake payments' }],
  })
  expect(historyText({ ...entry, action: 'reopen_account', after: null }).title).toBe(
    'Account of Farah Nair opened again',
  )
  expect(historyText({ ...entry, action: 'release_seats', after: { seats: 3 } })).toEqual({
    title: 'Account of Farah Nair seats freed',
    changes: [{ label: 'Seats', before: null, after: '3' }],
  })
  expect(historyText({ ...entry, ofName: null, action: 'close_account', after: null }).title).toBe('Account closed')
})

test('says how many people stand, not the numbers of their places', () => {
  const standing = { action: 'update', noun: 'user_tickets', before: { seats: ['17', '18'] }, after: { seats: ['18'] } }
  expect(historyText(standing).changes).toEqual([
    { label: 'Seats', before: 'Standing, 2 people', after: 'Standing, 1 person' },
  ])
  expect(historyText({ ...standing, after: { seats: ['40', '41'] } }).changes).toEqual([])
})

test('says of an approval without a person that its proof made it', () => {
  const before = { order_code: 'MF7K2QX4MD', status: 'pending', approved_by_proof: false }
  const after = { ...before, status: 'approved', approved_by_proof: true }
  const entry = { action: 'update', noun: 'payments', before, after, actorId: null, actorName: null }
  expect(historyText(entry)).toEqual({
    title: 'Payment MF7K2QX4MD approved by proof',
    changes: [{ label: 'Status', before: 'pending', after: 'approved' }],
  })
  expect(actorText(entry)).toBe('By its proof')
  expect(historyText({ ...entry, before: after, after: { ...after, review_note: 'x' } }).title).toBe(
    'Payment MF7K2QX4MD changed',
  )
})

test('says what staff did with a credit', () => {
  const code = 'MF7K2QX4MD'
  for (const [title, action, before, after] of [
    [`Credit of ₹1,800.00 given to ${code}`, 'give_credit', { order_code: null }, { order_code: code, amount: 1800 }],
    [
      `Credit of ₹1,800.00 taken back from ${code}`,
      'give_credit',
      { order_code: code },
      { order_code: null, amount: 1800 },
    ],
    ['Credit of ₹5.50 set aside', 'set_aside', { reason: null }, { reason: 'Ours', amount: '5.50' }],
    ['Credit of ₹5.50 not set aside any more', 'set_aside', { reason: 'Ours' }, { reason: null, amount: '5.50' }],
    ['Credit of ₹5.50 taken back by the bank', 'reverse', null, { on: '2026-11-27', amount: 5.5 }],
    ['Bank statement imported', 'import', null, { added: 3 }],
    ['Payment report imported', 'import', null, { added: 3, source: 'report' }],
    ['Payment report taken back', 'take_back', { credits: 3, source: 'report' }, null],
  ] as const)
    expect(historyText({ action, noun: 'credits', before, after }).title).toBe(title)
  const sent = { amount: 620, upi_id: 'asha@okaxis', utr: '412345678901' }
  expect(historyText({ action: 'return_credit', noun: 'credits', before: null, after: sent })).toEqual({
    title: 'Credit of ₹620.00 sent back',
    changes: [
      { label: 'To the UPI id', before: null, after: 'asha@okaxis' },
      { label: 'UTR of the transfer', before: null, after: '412345678901' },
    ],
  })
})

test('says how long a shift is, and what changed in the rules', () => {
  const shift = (hours: number) =>
    historyText({ action: 'change_shift', noun: 'proof_rules', before: null, after: { hours } })
  expect(shift(4)).toEqual({ title: 'Shift of 4 hours begun', changes: [] })
  expect(shift(0).title).toBe('Shift ended')
  const before = { approve: 'off', most_amount: 10000 }
  const after = { approve: 'on_shift', most_amount: 5000 }
  expect(updated('proof_rules', before, after)).toEqual({
    title: 'Rules of proofs changed',
    changes: [
      { label: 'Automatic approval', before: 'off', after: 'on shift' },
      { label: 'Largest payment', before: '₹10,000.00', after: '₹5,000.00' },
    ],
  })
})

test('says what was done with a queue', () => {
  const times = { joins_from: '2026-12-04T04:30:00Z', per_minute: null, ended_at: null }
  const entry = { noun: 'event_queues', before: times }
  expect(historyText({ ...entry, action: 'save_queue', after: { ...times, per_minute: 1_200 } })).toEqual({
    title: 'Queue saved',
    changes: [{ label: 'People a minute', before: null, after: '1,200' }],
  })
  const ended = { ...times, ended_at: '2026-12-05T04:30:00Z' }
  expect(historyText({ ...entry, action: 'end_queue', after: ended })).toEqual({
    title: 'Queue ended',
    changes: [{ label: 'Ended', before: null, after: 'Sat 5 Dec 2026, 10:00 am' }],
  })
})

test('has words for every table and action that the database records', () => {
  const schema = new URL('../../../supabase/schema/', import.meta.url)
  const sql = readdirSync(schema)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => readFileSync(new URL(name, schema), 'utf8'))
    .join('\n')
  const tables = [...sql.matchAll(/create trigger audit after [^;]*? on public\.(\w+)/g)].map(([, table = '']) => table)
  expect(tables.length).toBeGreaterThan(15)
  expect(tables.filter((table) => historyNouns[table] === undefined)).toEqual([])
  const recorded = [...sql.matchAll(/record_audit\('(\w+)', '(\w+)'/g)]
  expect(recorded.length).toBeGreaterThan(30)
  const unsaid = recorded.filter(([, action = '', noun = '']) => {
    const { title } = historyText({ action, noun, before: null, after: {} })
    return title === `${historyNouns[noun]} ${action.replaceAll('_', ' ')}`
  })
  expect(unsaid.map(([call]) => call)).toEqual([])
})
