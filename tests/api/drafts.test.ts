import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startShop, type Shop } from '../support/server/shop.ts'
import { demoPerson, newCustomer, visitor, type Customer } from '../support/server/visitor.ts'

/** Over HTTP: nobody but staff, and who has the preview's key, learns anything of a draft. */

const draft = randomUUID()
const category = randomUUID()
const secret = `Kept secret ${draft.slice(0, 8)}`
let shop: Shop
let admin: Customer
let customer: Customer
let key = ''

beforeAll(async () => {
  shop = await startShop({ template: 'demo' })
  ;[admin, customer] = await Promise.all([demoPerson(shop, 'admin'), newCustomer(shop)])
  const { data } = await admin.client.from('singers').select('id').order('id').limit(1).single().throwOnError()
  const event = { id: draft, singer_id: data.id, city: 'Nashik', venue: secret, date: '2027-03-06T13:30:00Z' }
  await admin.client
    .from('events')
    .insert({ ...event, published_at: null })
    .throwOnError()
  const layout = await admin.client.from('seating_layouts').select('id').order('id').limit(1).single().throwOnError()
  await admin.client
    .rpc('add_ticket_category', {
      p_id: category,
      p_event_id: draft,
      p_name: secret,
      p_price: 800,
      p_seating_layout_id: layout.data.id,
    })
    .throwOnError()
  const made = await admin.client.rpc('make_event_preview', { p_event_id: draft }).throwOnError()
  key = (made.data as { key: string }).key
})
afterAll(async () => shop?.dispose())

describe.each(['visitor', 'customer'])('a %s', (who) => {
  const client = () => (who === 'visitor' ? visitor(shop) : customer.client)

  test.each([
    ['the event', 'events', '*', 'id', () => draft],
    ['the event by its words', 'events', '*', 'venue', () => secret],
    ['its categories', 'ticket_categories', '*', 'event_id', () => draft],
    ['its categories inside the event', 'ticket_categories', '*,events!inner(*)', 'events.id', () => draft],
    ['its event inside a category', 'events', '*,ticket_categories!inner(*)', 'ticket_categories.id', () => category],
    ['it inside its singer', 'singers', '*,events!inner(*)', 'events.id', () => draft],
    ['its link to a layout', 'ticket_category_layouts', '*', 'ticket_category_id', () => category],
    [
      'the layout with its categories',
      'seating_layouts',
      '*,ticket_category_layouts!inner(*)',
      'ticket_category_layouts.ticket_category_id',
      () => category,
    ],
    ['its ids among the deleted', 'deleted_rows', '*', 'id', () => draft],
  ] as const)('does not read %s, nor count it', async (_, table, columns, column, value) => {
    const { data, count, error } = await client().from(table).select(columns, { count: 'exact' }).eq(column, value())
    expect([error, data, count]).toEqual([null, [], 0])
  })

  test('finds neither its history nor its seats, and buys nothing', async () => {
    const history = await client().from('audit_log').select('*').eq('row_id', draft)
    expect(history.data ?? []).toEqual([])
    const seats = await client().rpc('taken_seats', { p_ticket_category_id: category })
    expect([seats.status, seats.error?.message]).toEqual([404, 'not_found'])
    if (who === 'visitor') return
    const lines = [{ ticket_category_id: category, seats: ['A1'] }]
    const held = await client().rpc('hold_seats', { p_order_id: randomUUID(), p_lines: lines })
    expect([held.status, held.error?.message]).toEqual([409, 'not_on_sale'])
  })

  test('sees it by the key of its preview alone', async () => {
    const read = await client().rpc('preview_event', { p_key: key })
    expect(read.data).toMatchObject({ event: { venue: secret }, categories: [{ name: secret }] })
    const wrong = await client().rpc('preview_event', { p_key: `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}` })
    expect([wrong.status, wrong.error?.message]).toEqual([404, 'not_found'])
  })
})

test('its page and the page of the preview are the shop’s plain page, without a word of it', async () => {
  const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  for (const path of [`/events/${draft}`, '/preview']) {
    const page = await (await fetch(shop.url + path, { headers })).text()
    expect(page).toContain('<html')
    expect(page).not.toContain(secret)
    expect(page).not.toContain('written-event')
  }
  expect(shop.log()).not.toContain(key)
})

test('staff read it, and everybody once it is published', async () => {
  const gate = await demoPerson(shop, 'gate')
  for (const { client } of [admin, gate])
    expect((await client.from('ticket_categories').select('name,events(venue)').eq('id', category)).data).toEqual([
      { name: secret, events: { venue: secret } },
    ])
  await admin.client.rpc('publish_event', { p_event_id: draft }).throwOnError()
  const { count } = await visitor(shop).from('events').select('*', { count: 'exact', head: true }).eq('id', draft)
  expect(count).toBe(1)
})
