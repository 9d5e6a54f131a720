import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/platform/supabase/embedded-key.ts'
import { post, type Customer } from '../support/server/visitor.ts'
import { openCast, type Cast } from './support/cast.ts'

let shop: Cast['shop']
let farah: Customer
let admin: Customer

beforeAll(async () => {
  ;({ shop, customer: farah, admin } = await openCast())
})
afterAll(async () => shop?.dispose())

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
