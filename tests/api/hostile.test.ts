import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import { answerTimes, belongingsOf as askedOf } from '../storm/existence.ts'
import { guardedState, readCatalogue, type Ask } from '../storm/guarded-state.ts'
import { attack, type Attacker } from '../storm/hostile-storm.ts'
import { isLongStorm, seededRandom, stormSeed } from '../storm/random.ts'
import { inDatabase } from '../support/database/database.ts'
import { type Shop, startShop, startShopPostgres } from '../support/server/shop.ts'
import { demoPerson, newCustomer, type Customer } from '../support/server/visitor.ts'

const CALLS = isLongStorm() ? 12_000 : 400

async function livedCustomer(shop: Shop, admin: Customer, category: string, row: string): Promise<Customer> {
  const person = await newCustomer(shop, `Name of ${row} ${randomUUID()}`)
  const { client } = person
  await client.rpc('save_profile', {
    p_profile: { phone: `+91 98${Math.floor(Math.random() * 1e8)}`, refund_upi_id: `${randomUUID()}@bank` },
  })
  for (const [n, seat] of [`${row}1`, `${row}2`, `${row}3`].entries()) {
    const order = randomUUID()
    const p_lines = [{ ticket_category_id: category, seats: [seat] }]
    const held = await client.rpc('hold_seats', { p_order_id: order, p_lines })
    if (held.error) throw new Error(held.error.message)
    if (n === 0) continue
    const sent = await client.rpc('submit_payment', {
      p_order_id: order,
      p_transaction_id: `77${Math.floor(1e9 + Math.random() * 9e9)}`,
      p_amount: 619.99,
      p_screenshot_path: `${person.id}/1790000000000-${order}.png`,
      p_lines,
      p_screenshot_sha256: randomUUID().replaceAll('-', '').repeat(2),
    })
    if (n === 2)
      await admin.client.rpc('review_payment', { p_payment_id: sent.data.payment_id, p_decision: 'approved' })
  }
  return person
}

async function belongingsOf(person: Customer): Promise<{ secrets: string[]; ids: string[] }> {
  const read = async (table: string): Promise<Record<string, unknown>[]> =>
    ((await person.client.from(table).select('*')).data ?? []) as Record<string, unknown>[]
  const [payments, tickets, claims] = [await read('payments'), await read('user_tickets'), await read('seat_claims')]
  const passes = await read('passes')
  const [profile] = await read('profiles')
  const text = (rows: Record<string, unknown>[], ...columns: string[]): string[] =>
    rows.flatMap((row) => columns.map((column) => row[column])).filter((one): one is string => typeof one === 'string')
  return {
    secrets: [
      person.email,
      ...text([profile!], 'name', 'phone', 'refund_upi_id'),
      ...text(payments, 'transaction_id', 'screenshot_url', 'screenshot_sha256'),
      ...text(passes, 'signature'),
    ],
    ids: [
      person.id,
      person.email,
      ...text(payments, 'id', 'order_id', 'order_code', 'transaction_id', 'screenshot_url'),
      ...text(tickets, 'id', 'code'),
      ...text(passes, 'signature'),
      ...text(claims, 'order_id', 'event_id', 'ticket_category_id'),
    ],
  }
}

/** Attacks a shop as a visitor, a customer and gate staff; `ask` queries the database as its owner. */
async function expectToWithstand(shop: Shop, ask: <T>(work: (ask: Ask) => Promise<T>) => Promise<T>): Promise<void> {
  const seed = stormSeed()
  console.log(`Hostile clients: STORM_SEED=${seed}`)
  const admin = await demoPerson(shop, 'admin')
  const gate = await demoPerson(shop, 'gate')
  const { data: event } = await admin.client
    .from('events')
    .insert({
      singer_id: (await admin.client.from('singers').select('id').limit(1).single()).data!.id,
      ...{ city: 'Pune', venue: 'Hall', date: '2030-01-05T13:30:00Z' },
    })
    .select('id')
    .single()
  const category = { event_id: event!.id, name: 'Floor', price: 499.99, total_tickets: 200, tickets_sold: 0 }
  const { data: made } = await admin.client.from('ticket_categories').insert(category).select('id').single()
  const victim = await livedCustomer(shop, admin, made!.id, 'A')
  const mallory = await livedCustomer(shop, admin, made!.id, 'B')
  const theirs = await belongingsOf(victim)
  const own = await belongingsOf(mallory)

  const since = new Date().toISOString()
  const ids = [mallory.id, gate.id]
  const look = <T>(work: (ask: Ask) => Promise<T>): Promise<T> => ask(work)
  const { catalogue, before } = await look(async (one) => ({
    catalogue: await readCatalogue(one),
    before: await guardedState(one, ids, since),
  }))
  expect(catalogue.functions.length).toBeGreaterThan(30)
  expect(catalogue.tables.length).toBeGreaterThan(15)
  const known = { own: own.ids, others: theirs.ids }
  const attackers: Attacker[] = [
    {
      role: 'visitor',
      token: null,
      known: { own: theirs.ids, others: theirs.ids },
      secrets: [...theirs.secrets, ...own.secrets],
    },
    { role: 'customer', token: mallory.token, known, secrets: theirs.secrets },
    { role: 'gate', token: gate.token, known: { own: [gate.id], others: theirs.ids }, secrets: theirs.secrets },
  ]
  const report = await attack(shop.url, catalogue, attackers, CALLS, seededRandom(seed))
  console.log(`${report.calls} calls:`, Object.fromEntries([...report.statuses].sort()))
  expect(report.faults.slice(0, 12), `STORM_SEED=${seed}`).toEqual([])
  expect(await look((one) => guardedState(one, ids, since)), `STORM_SEED=${seed}`).toEqual(before)
  // An attack that is always refused at the start would prove nothing.
  expect(report.statuses.get(200) ?? 0).toBeGreaterThan(CALLS / 100)
}

const GUESSES = /signing in|password|confirmation|mail/

/** Prints answer times for existing and unknown things; only sign-in is padded. */
async function printAnswerTimes(shop: Shop): Promise<void> {
  await shop.restart({ LIMITS_AUTH_ANSWER_MS: '400' })
  const victim = await demoPerson(shop, 'customer')
  const mallory = await newCustomer(shop, 'Mallory')
  const rounds = (name: string): number => (GUESSES.test(name) ? 15 : 150)
  console.log('Median answer in ms about what exists and what does not:')
  console.table(await answerTimes(shop.url, await askedOf(victim), mallory.token, rounds))
}

test('the embedded shop reveals nothing, never fails and keeps every row', { timeout: 1_200_000 }, async () => {
  const shop = await startShop({ template: 'demo' })
  try {
    await expectToWithstand(shop, (work) => inDatabase(shop, (sql) => work((text) => sql.query(text))))
    if (isLongStorm()) await printAnswerTimes(shop)
  } finally {
    await shop.dispose()
  }
})

test('a shop on PostgreSQL reveals nothing, never fails and keeps every row', { timeout: 1_200_000 }, async () => {
  const cluster = await startShopPostgres('demo')
  const sql = postgres(cluster.url, { max: 1, connect_timeout: 180, onnotice: () => {} })
  let shop: Shop | undefined
  try {
    shop = await startShop({ dataDir: cluster.dataDir, env: { DATABASE_URL: cluster.url, DEMO: '1' } })
    await expectToWithstand(shop, (work) => work(async (text) => [...(await sql.unsafe(text))] as never))
  } finally {
    await sql.end({ timeout: 5 })
    await shop?.dispose()
    await cluster.stop()
  }
})
