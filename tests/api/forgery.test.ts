import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/platform/supabase/embedded-key.ts'
import { bearer, newCustomer, post, visitor, type Customer } from '../support/server/visitor.ts'
import { line, openCast, payment, type Cast } from './support/cast.ts'

let shop: Cast['shop']
let farah: Customer
let admin: Customer

beforeAll(async () => {
  ;({ shop, customer: farah, admin } = await openCast())
})
afterAll(async () => shop?.dispose())

const roleOf = async (person: Pick<Customer, 'client'>): Promise<unknown> => (await person.client.rpc('my_role')).data

async function expectNoAdmin(person: Pick<Customer, 'client' | 'id'>): Promise<void> {
  const { client } = person
  expect(await roleOf(person)).toBeNull()
  expect((await client.rpc('dashboard_stats')).status).toBe(403)
  expect((await client.rpc('set_staff_role', { p_user_id: person.id, p_role: 'admin' })).status).toBe(403)
  expect((await client.from('staff').select('*')).data).toEqual([])
  expect((await client.from('profiles').select('id')).data).toEqual([{ id: person.id }])
  expect((await client.from('singers').insert({ name: 'Mine' })).status).toBe(403)
}

describe('a role', () => {
  const claims = {
    data: { role: 'admin', is_admin: true, app_metadata: { role: 'admin' }, claims: { role: 'service_role' } },
    app_metadata: { role: 'admin', provider: 'service', roles: ['admin'] },
    user_metadata: { role: 'admin' },
    role: 'service_role',
    aud: 'service_role',
    is_super_admin: true,
  }

  test('cannot be claimed at sign-up', async () => {
    const email = `mallory.${randomUUID()}@test.example`
    const password = 'a long password'
    const sent = await post(shop, '/auth/v1/signup', { email, password, ...claims, id: admin.id, sub: admin.id })
    expect(sent.status).toBe(200)
    const client = visitor(shop)
    const { data } = await client.auth.signInWithPassword({ email, password })
    expect(data.user?.id).not.toBe(admin.id)
    expect(data.user?.role).toBe('authenticated')
    expect(data.user?.app_metadata['role']).toBeUndefined()
    await expectNoAdmin({ client, id: data.user!.id })
  })

  test('cannot be claimed by changing the account or with the next token', async () => {
    const mallory = await newCustomer(shop, 'Mallory')
    const changed = await post(shop, '/auth/v1/user', claims, bearer(mallory), 'PUT')
    const user = (await changed.json()) as Record<string, Record<string, unknown>>
    expect(changed.status).toBe(200)
    expect(user['role']).toBe('authenticated')
    expect(user['app_metadata']?.['role']).toBeUndefined()
    // It stays in the account's own metadata.
    expect(user['user_metadata']?.['role']).toBe('admin')
    await mallory.client.auth.refreshSession()
    await expectNoAdmin(mallory)
  })

  test('cannot be claimed in the profile', async () => {
    const mallory = await newCustomer(shop, 'Mallory')
    for (const more of [{ role: 'admin' }, { id: admin.id }, { email: admin.email }, { user_id: admin.id }]) {
      const saved = await mallory.client.rpc('save_profile', { p_profile: { name: 'Mallory', ...more } })
      // A whole profile is accepted, but only the customer's own fields change.
      const own = 'id' in more || 'email' in more
      expect(saved.status, JSON.stringify(more)).toBe(own ? 200 : 400)
      if (own) expect(saved.data).toMatchObject({ id: mallory.id, email: mallory.email })
      const patched = await mallory.client.from('profiles').update(more).eq('id', mallory.id).select()
      expect([400, 403], JSON.stringify(more)).toContain(patched.status)
    }
    await expectNoAdmin(mallory)
  })

  test('cannot be taken with another’s address', async () => {
    const mallory = await newCustomer(shop, 'Mallory')
    const answers = []
    for (const email of [admin.email, `free.${randomUUID()}@test.example`]) {
      const { error } = await mallory.client.auth.updateUser({ email })
      answers.push({ status: error?.status, code: error?.code, message: error?.message })
    }
    expect(answers[0]).toMatchObject({ status: 422 })
    expect(answers[1]).toEqual(answers[0])
    expect((await mallory.client.from('profiles').select('email')).data).toEqual([{ email: mallory.email }])
  })
})

test.each([
  { p_status: 'approved' },
  { p_total: 0 },
  { p_user_id: '00000000-0000-4000-8000-000000000000' },
  { p_unit_price: 0 },
])('a payment takes no %j', async (forged) => {
  const sent = { ...payment(farah, randomUUID(), line(randomUUID(), 'A1')), ...forged }
  expect((await farah.client.rpc('submit_payment', sent)).status).toBe(404)
})

describe('another site', () => {
  const sender = { name: 'Nobody', email: 'nobody@test.example', topic: 'other', message: 'From elsewhere' }
  const message = () => ({ p_message: { id: randomUUID(), ...sender } })
  const messages = async () =>
    (await admin.client.from('contact_messages').select('id').eq('message', 'From elsewhere')).data?.length
  const address = (): string => `${shop.url}/rest/v1/rpc/send_contact_message?apikey=${EMBEDDED_PUBLISHABLE_KEY}`

  test.each(['https://evil.example', 'null', 'http://localhost.evil.example'])(
    'cannot write from %s with a form or a script',
    async (origin) => {
      for (const type of [
        'application/json',
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
      ]) {
        const answer = await fetch(address(), {
          method: 'POST',
          headers: { origin, 'content-type': type },
          body: JSON.stringify(message()),
        })
        expect(answer.status, type).toBe(403)
      }
      expect(await messages()).toBe(0)
    },
  )

  test('cannot use a sign-in of the browser: no cookie holds it', async () => {
    const answer = await fetch(`${shop.url}/rest/v1/profiles`, {
      headers: { apikey: EMBEDDED_PUBLISHABLE_KEY, cookie: `sb-access-token=${farah.token}; token=${farah.token}` },
    })
    expect(answer.status).toBe(401)
    const signIn = await post(shop, '/auth/v1/token?grant_type=password', {
      email: farah.email,
      password: farah.password,
    })
    expect(signIn.status).toBe(200)
    // Only the device number: no script can read it, no other site sends it, and it signs no one in.
    const cookie = signIn.headers.get('set-cookie')
    expect(cookie).toMatch(/^mehfil_device=[\w-]{22}; Path=\/auth\/v1; Max-Age=\d+; HttpOnly; SameSite=Strict$/)
    for (const path of ['/auth/v1/user', '/rest/v1/profiles']) {
      const headers = { apikey: EMBEDDED_PUBLISHABLE_KEY, cookie: cookie!.split(';')[0]! }
      expect((await fetch(shop.url + path, { headers })).status, path).toBe(401)
    }
  })

  test('gets no permission by preflight and cannot send JSON as a simple form', async () => {
    const preflight = await fetch(address(), {
      method: 'OPTIONS',
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, apikey, content-type',
      },
    })
    expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
    const form = await fetch(address(), { method: 'POST', body: new URLSearchParams({ p_message: 'x' }) })
    expect(form.status).toBe(400)
    const image = await fetch(address(), { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' } })
    expect(image.status).toBe(403)
    const read = await fetch(`${address()}&p_message=${encodeURIComponent(JSON.stringify(message().p_message))}`)
    expect(read.status).toBe(405)
    expect(await messages()).toBe(0)
  })
})
