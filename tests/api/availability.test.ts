import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/platform/supabase/embedded-key.ts'
import { answer, line, newCategory, openCast, type Cast } from './support/cast.ts'

let cast: Cast
beforeAll(async () => (cast = await openCast()))
afterAll(async () => cast?.shop.dispose())

interface Said {
  version: string
  at: string
  again: number
  taken?: string[]
  since?: string
  added?: string[]
  gone?: string[]
}

const ask = (category: string, more = '', headers: Record<string, string> = {}): Promise<Response> =>
  fetch(
    `${cast.shop.url}/rest/v1/rpc/seat_availability?p_ticket_category_id=${category}&apikey=${EMBEDDED_PUBLISHABLE_KEY}${more}`,
    { headers },
  )

/** Asks until the answer is as expected: it may be a moment old. */
async function until(category: string, more: string, is: (said: Said) => boolean): Promise<Said> {
  for (;;) {
    const said = (await (await ask(category, more)).json()) as Said
    if (is(said)) return said
  }
}

test('a map follows what changes, by its version', async () => {
  const { category } = await newCategory(cast.admin)
  const others = { p_order_id: randomUUID(), p_lines: line(category, 'C1', 'C2', 'C3') }
  await answer(cast.other.client, 'hold_seats', others)
  const first = await until(category, '', (said) => said.taken?.length === 3)
  const order = randomUUID()
  await answer(cast.customer.client, 'hold_seats', { p_order_id: order, p_lines: line(category, 'A1', 'A2') })
  const held = await until(category, `&p_since=${first.version}`, (said) => said.version !== first.version)
  // A new category is answered by the database itself, in full, until the list of categories knows it.
  expect(held.taken ?? held.added).toEqual(expect.arrayContaining(['A1', 'A2']))
  const known = await until(category, `&p_since=${held.version}`, (said) => said.since !== undefined)
  expect(known).toMatchObject({ version: held.version, since: held.version, added: [], gone: [] })
  await answer(cast.customer.client, 'release_seats', { p_order_id: order })
  const freed = await until(category, `&p_since=${held.version}`, (said) => said.version !== held.version)
  expect(freed).toMatchObject({ version: first.version, since: held.version, added: [], gone: ['A1', 'A2'] })
  expect(freed.again).toBeGreaterThanOrEqual(1.5)
})

test('everybody gets the same, kept for a second; what is one’s own comes apart', async () => {
  const { category } = await newCategory(cast.admin)
  await answer(cast.customer.client, 'hold_seats', { p_order_id: randomUUID(), p_lines: line(category, 'B2') })
  await until(category, '&p_since=0', (said) => said.taken?.length === 1)
  const { data } = await cast.customer.client.auth.getSession()
  const own = await ask(category, '', { authorization: `Bearer ${data.session!.access_token}` })
  expect(((await own.json()) as Said).taken).toEqual(['B2'])
  expect(own.headers.get('cache-control')).toBe('public, max-age=1')
  expect(own.headers.get('set-cookie')).toBeNull()
  expect(await answer(cast.customer.client, 'my_held_seats', { p_ticket_category_id: category })).toMatchObject({
    mine: ['B2'],
  })
  expect(await answer(cast.other.client, 'my_held_seats', { p_ticket_category_id: category })).toMatchObject({
    mine: [],
  })
  expect((await cast.stranger.rpc('my_held_seats', { p_ticket_category_id: category })).status).toBe(401)
})

test('nothing of a draft, of a category that needs a code, or of what does not exist is said', async () => {
  const { category } = await newCategory(cast.admin)
  await until(category, '', (said) => said.taken !== undefined)
  await cast.admin.client.from('ticket_categories').update({ is_hidden: true }).eq('id', category).throwOnError()
  for (let status = 200; status !== 404; status = (await ask(category)).status) expect(status).toBe(200)
  expect((await ask(randomUUID())).status).toBe(404)
  expect((await ask('nonsense')).status).toBe(400)
  expect((await ask(category, '&p_other=1')).status).toBe(404)
})
