import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/platform/supabase/embedded-key.ts'
import { inDatabase } from '../support/database/database.ts'
import { startShop, type Shop } from '../support/server/shop.ts'
import { demoPerson, visitor, type Customer } from '../support/server/visitor.ts'

/** Everybody reads posters, admins alone store them, and the pictures of payments stay private. */

const event = 'eeeeeeee-0000-4000-8000-000000000001'
const poster = (hash: string): string => `${event}/${hash.repeat(4)}-1280x1600-webp`
/** The header of an AVIF and some bytes: nothing decodes it here. */
const avif = Buffer.concat([Buffer.from([0, 0, 0, 28]), Buffer.from('ftypavif0000mif1miaf')])

let shop: Shop
let admin: Customer
let customer: Customer
let gate: Customer
beforeAll(async () => {
  shop = await startShop({ template: 'demo' })
  ;[admin, customer, gate] = await Promise.all([
    demoPerson(shop, 'admin'),
    demoPerson(shop, 'customer'),
    demoPerson(shop, 'gate'),
  ])
})
afterAll(async () => shop?.dispose())

const send = (person: Customer | null, name: string, bytes: Buffer = avif, method = 'POST', type = 'image/avif') =>
  fetch(`${shop.url}/storage/v1/object/posters/${name}`, {
    method,
    headers: {
      apikey: EMBEDDED_PUBLISHABLE_KEY,
      'content-type': type,
      ...(person && { authorization: `Bearer ${person.token}` }),
    },
    body: new Uint8Array(bytes),
  })
const open = (path: string) => fetch(`${shop.url}/storage/v1/object/public/${path}`)

test('an admin’s poster is read by everybody, without a key, and kept for a year', async () => {
  const name = `${poster('0123')}-640.avif`
  for (const person of [null, customer, gate]) expect((await send(person, name)).status).toBeGreaterThanOrEqual(400)
  expect((await open(`posters/${name}`)).status).toBe(404)
  expect((await send(admin, name)).status).toBe(200)
  const answer = await open(`posters/${name}`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('image/avif')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(Buffer.from(await answer.arrayBuffer()).equals(avif)).toBe(true)
  const [{ publicUrl }] = [admin.client.storage.from('posters').getPublicUrl(name).data]
  expect(new URL(publicUrl).pathname).toBe(`/storage/v1/object/public/posters/${name}`)
})

test('a poster is not overwritten, and is nothing but a picture under its own name', async () => {
  const name = `${poster('0123')}-640.avif`
  const other = Buffer.concat([avif, Buffer.from('x')])
  for (const method of ['POST', 'PUT']) expect((await send(admin, name, other, method)).ok).toBe(false)
  expect(Buffer.from(await (await open(`posters/${name}`)).arrayBuffer()).equals(avif)).toBe(true)
  expect((await send(admin, `${poster('4567')}-640.avif`, Buffer.from('<svg onload="alert(1)"/>'))).status).toBe(415)
  expect((await send(admin, `${poster('4567')}-640.avif`, Buffer.from('<html>'), 'POST', 'text/html')).status).toBe(415)
  expect((await send(admin, `${poster('4567')}-640.avif`, Buffer.concat([avif, Buffer.alloc(620_000)]))).status).toBe(
    413,
  )
  for (const wrong of ['x.avif', `${event}/x.avif`, `${poster('4567')}-640.html`])
    expect((await send(admin, wrong)).ok, wrong).toBe(false)
})

test('pictures of payments are read by no public address', async () => {
  const [row] = await inDatabase(shop, (sql) =>
    sql.query<{ name: string }>(`select name from storage.objects where bucket_id = 'payments' limit 1`),
  )
  for (const path of [
    `payments/${row!.name}`,
    `posters/../payments/${row!.name}`,
    `posters/..%2Fpayments%2F${row!.name}`,
    `posters/%2e%2e/payments/${row!.name}`,
  ])
    expect((await open(path)).status, path).toBeGreaterThanOrEqual(400)
})

test('only admins list posters and ask which are unused', async () => {
  const lists = async (person: ReturnType<typeof visitor>) =>
    (await person.storage.from('posters').list(event)).data ?? []
  expect(await lists(admin.client)).toHaveLength(1)
  expect(await lists(customer.client)).toEqual([])
  expect(await lists(visitor(shop))).toEqual([])
  expect((await admin.client.rpc('find_unused_posters')).data).toEqual([])
  for (const person of [customer.client, gate.client, visitor(shop)])
    expect((await person.rpc('find_unused_posters')).error).not.toBeNull()
})

test('files that no event names are deleted after a day, those of an event stay', async () => {
  const kept = `${poster('89ab')}-320.avif`
  expect((await send(admin, kept)).status).toBe(200)
  await inDatabase(shop, async (sql) => {
    await sql.query(`update storage.objects set created_at = now() - interval '2 days' where bucket_id = 'posters'`)
    await sql.query(
      `update public.events set poster = $1, poster_alt = 'x' where id = (select id from public.events order by id limit 1)`,
      [poster('89ab')],
    )
  })
  // A server looks at once when it starts.
  await shop.restart()
  await expect.poll(async () => (await open(`posters/${poster('0123')}-640.avif`)).status).toBe(404)
  expect((await open(`posters/${kept}`)).status).toBe(200)
  const onDisk = () =>
    readdirSync(join(shop.dataDir, 'files', '_posters'), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )
  expect(onDisk()).toHaveLength(1)
  expect((await customer.client.storage.from('posters').remove([kept])).data ?? []).toEqual([])
  expect((await open(`posters/${kept}`)).status).toBe(200)
  // As the console does on a hosted project.
  expect((await admin.client.storage.from('posters').remove([kept])).error).toBeNull()
  expect((await open(`posters/${kept}`)).status).toBe(404)
  expect(onDisk()).toEqual([])
})

test('robots and the sitemap name what everybody may read', async () => {
  const robots = await (await fetch(`${shop.url}/robots.txt`)).text()
  expect(robots).toContain('Disallow: /admin')
  const map = /^Sitemap: (.*)$/m.exec(robots)?.[1] ?? ''
  const answer = await fetch(map)
  expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  const xml = await answer.text()
  const { data } = await visitor(shop).from('events').select('id').gt('date', new Date().toISOString())
  expect(xml.match(/\/events\//g)?.length).toBeGreaterThanOrEqual(data!.length)
  for (const { id } of data!) expect(xml).toContain(`/events/${id}</loc>`)
  expect(xml).not.toContain('admin')
})
