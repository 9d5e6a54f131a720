import { createHmac, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Picture } from '../../server/demo/picture.ts'
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/platform/supabase/embedded-key.ts'
import { startShop, type Shop } from '../support/server/shop.ts'
import { bearer, newCustomer, visitor, type Customer } from '../support/server/visitor.ts'
import { picturePath, png, raw, upload } from './support/cast.ts'

let shop: Shop
let farah: Customer
let joseph: Customer
const key = { apikey: EMBEDDED_PUBLISHABLE_KEY }

beforeAll(async () => {
  shop = await startShop({ template: 'empty', on: 'postgres' })
  farah = await newCustomer(shop, 'Farah')
  joseph = await newCustomer(shop, 'Joseph')
})
afterAll(async () => shop?.dispose())

const as = (customer: Customer) => ({ ...key, ...bearer(customer) })

async function* zeros(total: number, part = 64 * 1024): AsyncGenerator<Buffer> {
  for (let sent = 0; sent < total; sent += part) yield Buffer.alloc(Math.min(part, total - sent))
}

describe('the API', () => {
  test('needs the key on every prefix', async () => {
    for (const path of ['/rest/v1/events', '/auth/v1/settings', '/storage/v1/bucket']) {
      expect((await fetch(shop.url + path)).status, path).toBe(401)
      expect((await fetch(shop.url + path, { headers: { apikey: 'wrong' } })).status, path).toBe(401)
      expect((await fetch(shop.url + path, { headers: key })).status, path).toBe(200)
      expect((await fetch(`${shop.url}${path}?apikey=${key.apikey}`)).status, path).toBe(200)
    }
  })

  test('refuses the backend’s own key and an invented service key', async () => {
    const secrets = JSON.parse(readFileSync(join(shop.dataDir, 'secrets.json'), 'utf8')) as { anonKey: string }
    for (const apikey of [secrets.anonKey, 'sb_secret_x', '']) {
      expect((await fetch(`${shop.url}/rest/v1/events`, { headers: { apikey } })).status).toBe(401)
    }
  })

  test('refuses a token without the key', async () => {
    const answer = await fetch(`${shop.url}/rest/v1/profiles`, { headers: bearer(farah) })
    expect(answer.status).toBe(401)
  })

  test.each([
    '/_system/introspect',
    '/_system/config',
    '/realtime/v1/websocket',
    '/functions/v1/x',
    '/rest/v2/events',
    '/auth/v1/otp',
    '/auth/v1/admin/users',
    '/auth/v1/verify?token=x&type=recovery',
    '/auth/v1/anything',
    '/auth/v1/',
    '/storage/v1/object/public/payments/x.png',
    '/rest/v1/../../_system/introspect',
    '/rest/v1/%2e%2e/%2e%2e/_system/introspect',
    '//_system/introspect',
  ])('%s does not exist', async (path) => {
    for (const method of ['GET', 'POST']) {
      const answer = await raw(shop, path, { ...key, host: 'localhost', accept: 'application/json' }, method)
      expect([400, 404, 405], `${method} ${path}: ${String(answer.body).slice(0, 80)}`).toContain(answer.status)
      expect(answer.headers['content-type']).not.toContain('html')
      expect(String(answer.body)).not.toMatch(/Supalite|studio|jwt_secret/i)
    }
  })

  test('answers 404, not the backend’s page, at an unknown auth address', async () => {
    const answer = await fetch(`${shop.url}/auth/v1/login`, { headers: { ...key, accept: 'text/html' } })
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toContain('json')
  })

  test('answers only under its own names', async () => {
    for (const host of ['localhost', `127.0.0.1:${shop.port}`, '[::1]']) {
      expect((await raw(shop, '/rest/v1/events', { ...key, host })).status, host).toBe(200)
    }
    for (const host of ['evil.example', 'localhost.evil.example', `10.0.0.1:${shop.port}`]) {
      const answer = await raw(shop, '/rest/v1/events', { ...key, host })
      expect(answer.status, host).toBe(421)
      expect((await raw(shop, '/healthz', { host })).status, host).toBe(421)
      expect((await raw(shop, '/', { host })).status, host).toBe(421)
    }
    expect((await raw(shop, 'http://evil.example/rest/v1/events', { ...key, host: 'localhost' })).status).toBe(400)
  })

  test('allows no other site', async () => {
    const headers = { ...key, origin: 'https://evil.example', 'access-control-request-method': 'POST' }
    for (const method of ['GET', 'OPTIONS']) {
      for (const path of ['/rest/v1/events', '/auth/v1/settings', '/storage/v1/bucket', '/rest/v1/rpc/my_role']) {
        const answer = await fetch(shop.url + path, { method, headers })
        const names = [...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))
        expect(names, `${method} ${path}`).toEqual([])
      }
    }
  })

  test('carries the security headers on every answer', async () => {
    for (const path of ['/rest/v1/events', '/healthz', '/nothing.js', '/rest/v1/events?apikey=wrong']) {
      const answer = await fetch(shop.url + path)
      expect(answer.headers.get('x-content-type-options'), path).toBe('nosniff')
      expect(answer.headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'")
      expect(answer.headers.get('referrer-policy'), path).toBe('same-origin')
    }
  })

  test('refuses an address over 8 kB', async () => {
    const long = (size: number) => `/rest/v1/events?select=id&id=eq.${'0'.repeat(size)}`
    expect((await raw(shop, long(9_000), { ...key, host: 'localhost' })).status).toBe(414)
    expect((await raw(shop, long(4_000), { ...key, host: 'localhost' })).status).not.toBe(414)
  })

  test('counts the bytes that arrive, not the declared ones', async () => {
    const headers = { ...as(farah), host: 'localhost', 'content-type': 'application/json' }
    const chunked = await raw(
      shop,
      '/rest/v1/rpc/my_role',
      { ...headers, 'transfer-encoding': 'chunked' },
      'POST',
      zeros(6 << 20),
    )
    expect(chunked.status).toBe(413)
    const sign = await raw(
      shop,
      '/auth/v1/token?grant_type=password',
      { ...headers, 'transfer-encoding': 'chunked' },
      'POST',
      zeros(100_000),
    )
    expect(sign.status).toBe(413)
  })

  test('survives malformed requests', async () => {
    for (const text of [
      '\0\0\0\0',
      'GET\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
      'POST /rest/v1/x HTTP/1.1\r\n',
    ]) {
      await new Promise<void>((resolve) => {
        const socket = connect(shop.port, '127.0.0.1', () => socket.write(text))
        socket.on('error', () => resolve())
        socket.on('close', () => resolve())
        setTimeout(() => socket.destroy(), 200)
      })
    }
    expect((await fetch(`${shop.url}/healthz`)).status).toBe(200)
  })
})

describe('values', () => {
  test('have PostgREST’s format for times and money', async () => {
    const answer = await fetch(`${shop.url}/rest/v1/shop_settings?select=updated_at,screenshot_days`, { headers: key })
    const [row] = (await answer.json()) as { updated_at: string; screenshot_days: number }[]
    expect(row?.updated_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/)
    expect(row?.screenshot_days).toBe(30)
  })

  test('are passed as JSON to a JSON argument, and a number is accepted for a text', async () => {
    const { data, error } = await farah.client.rpc('save_profile', {
      p_profile: { name: 'Farah N.', notify_email: false },
    })
    expect(error).toBeNull()
    expect(data).toMatchObject({ name: 'Farah N.', notify_email: false })
    const lookup = await farah.client.rpc('check_payment_status', { p_transaction_id: 632411870952 })
    expect(lookup.error).toBeNull()
    expect(lookup.data).toEqual([])
  })

  test('refusals have code, detail and hint', async () => {
    const answer = await farah.client.rpc('save_profile', { p_profile: { shoe_size: 9 } })
    expect(answer.status).toBe(400)
    expect(answer.error).toMatchObject({ code: 'PT400', message: 'invalid', details: 'shoe_size' })
    expect(answer.error?.hint).toBeTruthy()
  })

  test('invalid input is answered with 4xx and reveals nothing inside', async () => {
    for (const path of [
      'events?id=eq.notauuid',
      'events?date=gt.yesterdayish',
      'events?select=nothing',
      'nothing?select=id',
    ]) {
      const answer = await fetch(`${shop.url}/rest/v1/${path}`, { headers: key })
      expect(answer.status, path).toBeGreaterThanOrEqual(400)
      expect(answer.status, path).toBeLessThan(500)
    }
  })
})

describe('the caller', () => {
  test('gets 401 for an expired, foreign or damaged token, never a visitor’s answer', async () => {
    const { jwtSecret } = JSON.parse(readFileSync(join(shop.dataDir, 'secrets.json'), 'utf8')) as { jwtSecret: string }
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const signed = (claims: object, secret: string) => {
      const head = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
      return `${head}.${createHmac('sha256', secret).update(head).digest('base64url')}`
    }
    const claims = {
      sub: farah.id,
      role: 'authenticated',
      aud: 'authenticated',
      exp: Math.floor(Date.now() / 1000) + 60,
    }
    const tokens = {
      good: signed(claims, jwtSecret),
      expired: signed({ ...claims, exp: 1_700_000_000 }, jwtSecret),
      foreign: signed(claims, 'another secret of some length, for certain'),
      unsigned: `${encode({ alg: 'none' })}.${encode(claims)}.`,
      mangled: `${farah.token.slice(0, -4)}AAAA`,
    }
    for (const [name, token] of Object.entries(tokens)) {
      const answer = await fetch(`${shop.url}/rest/v1/profiles?select=id`, {
        headers: { ...key, authorization: `Bearer ${token}` },
      })
      expect(answer.status, name).toBe(name === 'good' ? 200 : 401)
    }
  })

  test('is always the right one among a hundred requests of ten customers at once', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, (_, n) => newCustomer(shop, `Person ${n}`)))
    const asked = Array.from({ length: 100 }, (_, n) => people[n % people.length]).filter((one) => one !== undefined)
    const answers = await Promise.all(
      asked.map(async (person, n) => {
        const saved = await person.client.rpc('save_profile', { p_profile: { location: `${person.id} ${n}` } })
        const { data } = await person.client.from('profiles').select('id, location')
        const visible = await visitor(shop).from('profiles').select('id')
        return { person, saved: saved.data as { id: string }, seen: data, visible: visible.data }
      }),
    )
    for (const { person, saved, seen, visible } of answers) {
      expect(saved.id).toBe(person.id)
      expect(seen).toHaveLength(1)
      expect(seen?.[0]?.id).toBe(person.id)
      expect(seen?.[0]?.location).toMatch(new RegExp(`^${person.id} `))
      expect(visible ?? []).toEqual([])
    }
  })

  test('reads the public schema alone', async () => {
    for (const headers of [key, as(farah)]) {
      for (const schema of ['private', 'auth', 'storage', 'supabase_migrations']) {
        const answer = await fetch(`${shop.url}/rest/v1/users`, { headers: { ...headers, 'accept-profile': schema } })
        expect(answer.status, schema).toBe(406)
      }
    }
  })
})

describe('pictures', () => {
  const bucket = (customer: Customer) => customer.client.storage.from('payments')

  test('are uploaded as form or bytes and readable by their owner only', async () => {
    for (const body of [new Blob([png], { type: 'image/png' }), png]) {
      const path = picturePath(farah)
      const { error } = await bucket(farah).upload(path, body, { contentType: 'image/png' })
      expect(error).toBeNull()
      const { data } = await bucket(farah).download(path)
      expect(data?.type).toBe('image/png')
      expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer()).equals(png)).toBe(true)
      expect((await bucket(farah).info(path)).data?.size).toBe(png.length)
      expect((await bucket(joseph).download(path)).error).not.toBeNull()
      expect((await bucket(joseph).info(path)).error).not.toBeNull()
      expect((await visitor(shop).storage.from('payments').download(path)).error).not.toBeNull()
      expect((await bucket(joseph).list(farah.id)).data).toEqual([])
    }
  })

  test('cannot be overwritten or deleted by customers', async () => {
    const path = picturePath(farah)
    const other = new Uint8Array(new Picture(9, 9, [0, 0, 0]).toPng())
    const type = { contentType: 'image/png' }
    expect(await upload(farah, path)).toBeNull()
    expect(await upload(farah, path, other)).not.toBeNull()
    expect((await bucket(farah).upload(path, other, { ...type, upsert: true })).error).not.toBeNull()
    expect((await bucket(farah).update(path, other, type)).error).not.toBeNull()
    await bucket(farah).remove([path])
    const { data } = await bucket(farah).download(path)
    expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer()).equals(png)).toBe(true)
  })

  test('can be uploaded to the owner’s folder only', async () => {
    for (const path of [
      picturePath(farah),
      `${joseph.id}/x.png`,
      `${joseph.id}/../${picturePath(farah)}`,
      `../${picturePath(joseph)}`,
      `${joseph.id}/1700000000000-${randomUUID()}.html`,
    ]) {
      expect(await upload(joseph, path), path).not.toBeNull()
    }
    expect(await upload({ client: visitor(shop) }, picturePath(joseph))).not.toBeNull()
  })

  test('must be pictures of the declared type, up to 5 MB', async () => {
    const status = async (bytes: Buffer, type: string) => {
      const path = `/storage/v1/object/payments/${picturePath(farah)}`
      return (await raw(shop, path, { ...as(farah), host: 'localhost', 'content-type': type }, 'POST', bytes)).status
    }
    const padded = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)])
    expect(await status(Buffer.from('<script>alert(1)</script>'), 'image/png')).toBe(415)
    expect(await status(Buffer.from('%PDF-1.7'), 'application/pdf')).toBe(415)
    expect(await status(Buffer.from(png), 'image/jpeg')).toBe(415)
    expect(await status(Buffer.alloc(0), 'image/png')).toBe(400)
    expect(await status(padded(5 * 1024 * 1024), 'image/png')).toBe(200)
    expect(await status(padded(5 * 1024 * 1024 + 1), 'image/png')).toBe(413)
    expect(await status(padded(6 * 1024 * 1024), 'image/png')).toBe(413)
    const form = await bucket(farah).upload(
      picturePath(farah),
      new Blob([new Uint8Array(padded(6 << 20))], { type: 'image/png' }),
    )
    expect(form.error).not.toBeNull()
  })

  test('are cut off at the limit when the declared length is wrong', async () => {
    const path = `/storage/v1/object/payments/${picturePath(farah)}`
    const headers = { ...as(farah), host: 'localhost', 'content-type': 'image/png', 'transfer-encoding': 'chunked' }
    expect((await raw(shop, path, headers, 'POST', zeros(9 << 20))).status).toBe(413)
    expect((await fetch(`${shop.url}/healthz`)).status).toBe(200)
  })

  const everyFile = (): string[] =>
    readdirSync(shop.dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !join(entry.parentPath, entry.name).includes(`${shop.dataDir}/database`))
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()

  /** Sends a path that no client library sends, unchanged. */
  const ask = (method: string, path: string) =>
    raw(
      shop,
      `/storage/v1/object/${path}`,
      { ...as(joseph), 'content-type': 'image/png', host: 'localhost' },
      method,
      method === 'POST' || method === 'PUT' ? png : undefined,
    )

  test('of another are reached by no spelling of a path, and none leaves the bucket', async () => {
    const theirs = picturePath(farah)
    expect(await upload(farah, theirs)).toBeNull()
    const before = everyFile()
    const name = theirs.split('/')[1]!
    const fresh = `1790000000000-${randomUUID()}.png`
    const tricks = [
      theirs,
      `${joseph.id}/../${theirs}`,
      `${joseph.id}/%2e%2e/${theirs}`,
      `${joseph.id}/..%2f${farah.id}%2f${name}`,
      `${joseph.id}%2f..%2f${theirs}`,
      `${joseph.id}/..%5c${farah.id}%5c${name}`,
      `${joseph.id}/%252e%252e/${theirs}`,
      `./${theirs}`,
      `/${theirs}`,
      `${farah.id.toUpperCase()}/${name}`,
      `${farah.id}/${fresh}`,
      `${joseph.id}/../${farah.id}/${fresh}`,
      `${joseph.id}/..%2f..%2f..%2f..%2fsecrets.json`,
      `..%2f..%2fsecrets.json`,
      `%2e%2e/%2e%2e/secrets.json`,
      `%2fetc%2fpasswd`,
      `${joseph.id}/${fresh}%00.png`,
      `${joseph.id}/%zz${fresh}`,
      `${joseph.id}/%ff%fe${fresh}`,
      `${joseph.id}/${fresh}/`,
      `${joseph.id}/.${fresh}`,
      `${joseph.id}/${'x'.repeat(3000)}.png`,
    ]
    for (const trick of tricks) {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT']) {
        const { status, body } = await ask(method, `payments/${trick}`)
        expect(status, `${method} ${trick}`).toBeGreaterThanOrEqual(400)
        expect(status, `${method} ${trick}`).toBeLessThan(500)
        expect(body.includes('jwtSecret') || body.includes('root:') || body.equals(png), `${method} ${trick}`).toBe(
          false,
        )
      }
      const info = await ask('GET', `info/payments/${trick}`)
      expect(info.status, `info of ${trick}`).toBeGreaterThanOrEqual(400)
    }
    expect(everyFile()).toEqual(before)
    expect(existsSync(join(shop.dataDir, 'secrets.json'))).toBe(true)
    const own = await bucket(farah).download(theirs)
    expect(Buffer.from(await own.data!.arrayBuffer()).equals(png)).toBe(true)
  })
})

test('nothing of a request is in the log', async () => {
  await fetch(`${shop.url}/rest/v1/events?id=eq.secret-looking-value`, { headers: key })
  await farah.client.rpc('submit_payment', {
    p_order_id: randomUUID(),
    p_transaction_id: 'SECRETREFERENCE',
    p_lines: 'broken',
  })
  expect(shop.log()).not.toMatch(/secret-looking-value|SECRETREFERENCE|@test\.example|eyJ/)
})
