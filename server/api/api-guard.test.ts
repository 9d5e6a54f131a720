import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listening } from '../../tests/support/server/listening.ts'
import { EMBEDDED_PUBLISHABLE_KEY } from '#platform/supabase/embedded-key.ts'
import { ApiGuard } from './api-guard.ts'
import type { Database } from '../database/database.ts'
import { requestNotes } from '../database/embedded-driver.ts'
import { send } from '../http/http-message.ts'
import { FreeSpace } from '../files/free-space.ts'
import { NO_PROXIES } from '../settings/proxies.ts'
import { SignInGuard } from '../auth/sign-in-guard.ts'

/** The backend’s next answers; the last one repeats. */
let script: { code?: string; status: number; body?: unknown; type?: string }[] = []
let asked: Request[] = []
/** While set, answers to the token of 'flooder' wait for it. */
let held: Promise<void> | undefined
let server: Server
let url = ''
const JWT_SECRET = 'what sessions are signed with'

const tokenOf = (sub: string): string => {
  const text = [{ alg: 'HS256' }, { sub }]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `Bearer ${text}.${createHmac('sha256', JWT_SECRET).update(text).digest('base64url')}`
}
let free = Number.POSITIVE_INFINITY

const guard = new ApiGuard({
  pictures: new FreeSpace(async () => free, 1),
  sale: { answer: async () => null },
  figures: { sale: () => undefined },
  backend: {
    fetch: async (request) => {
      asked.push(request)
      if (request.headers.get('authorization') === tokenOf('flooder')) await held
      const step = (script.length > 1 ? script.shift() : script[0]) ?? { status: 200 }
      const notes = requestNotes.getStore()
      if (notes && step.code)
        notes.databaseError = {
          code: step.code,
          message: 'new row violates check "x"',
          detail: 'Failing row (secret)',
          hint: null,
        }
      const headers = {
        'content-type': step.type ?? 'application/json',
        'access-control-allow-origin': '*',
        'sb-auth-user-id': 'x',
        'content-range': '0-0/1',
      }
      return new Response(JSON.stringify(step.body ?? { inside: 'PostgresError: at /work' }), {
        status: step.status,
        headers,
      })
    },
  },
  database: {} as Database,
  signIn: new SignInGuard({
    limits: { signInPerAddress: 0, signInPerIp: 0, contactPerHour: null, authAnswerMs: 0, freeMb: 0 },
    database: {} as Database,
    mailer: null,
    address: 'http://localhost',
    encrypted: false,
  }),
  anonKey: 'the-key-behind',
  jwtSecret: JWT_SECRET,
  address: 'http://localhost:4173',
  proxies: NO_PROXIES,
  google: false,
  host: '127.0.0.1',
  publicUrl: 'https://tickets.example.in',
  onWrite: () => undefined,
})

beforeAll(async () => {
  server = createServer((request, response) => {
    void guard
      .answer(request, new URL(`http://shop${request.url}`))
      .then((answer) => send(request, response, answer ?? { status: 204, headers: {}, body: null }))
  })
  url = await listening(server)
})
afterAll(() => server.close())
beforeEach(() => {
  asked = []
  script = [{ status: 200, body: [] }]
})

const key = { apikey: EMBEDDED_PUBLISHABLE_KEY }
const holds = (body = '{}') => fetch(`${url}/rest/v1/rpc/hold_seats`, { method: 'POST', headers: key, body })

test('replaces the public key by the backend’s own and passes on no other transport header', async () => {
  await fetch(`${url}/rest/v1/events?select=id&apikey=${key.apikey}`, {
    headers: {
      ...{ ...key, authorization: `Bearer ${key.apikey}`, cookie: 'a=b', prefer: 'count=exact' },
      ...{ 'x-forwarded-for': '1.2.3.4', 'cf-connecting-ip': '1.2.3.4' },
    },
  })
  const [seen] = asked
  expect(seen?.headers.get('apikey')).toBe('the-key-behind')
  for (const name of ['authorization', 'cookie', 'cf-connecting-ip']) expect(seen?.headers.get(name), name).toBeNull()
  expect(seen?.headers.get('x-forwarded-for')).toBe('127.0.0.1')
  expect(seen?.headers.get('prefer')).toBe('count=exact')
  expect(seen?.url).toBe('http://localhost:4173/rest/v1/events?select=id')
})

test('passes a caller’s token on unchanged', async () => {
  await fetch(`${url}/rest/v1/events`, { headers: { ...key, authorization: 'Bearer a.b.c' } })
  expect(asked[0]?.headers.get('authorization')).toBe('Bearer a.b.c')
})

test.each(['40P01', '40001'])('retries %s with the same body until it succeeds', async (code) => {
  script = [
    { status: 500, code },
    { status: 500, code },
    { status: 200, body: { ok: true } },
  ]
  const answer = await holds('{"p_order_id":"1"}')
  expect(answer.status).toBe(200)
  expect(asked).toHaveLength(3)
  expect(await Promise.all(asked.map((request) => request.text()))).toEqual(Array(3).fill('{"p_order_id":"1"}'))
})

test('answers 503 with retry-after when a deadlock persists', async () => {
  script = [{ status: 500, code: '40P01' }]
  const answer = await holds()
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('1')
  expect(asked).toHaveLength(4)
})

test('retries no other failure', async () => {
  script = [{ status: 500, code: '42P17' }]
  expect((await holds()).status).toBe(500)
  expect(asked).toHaveLength(1)
})

test('answers a statement timeout with 503 without a retry', async () => {
  script = [{ status: 500, code: '57014' }]
  const answer = await holds()
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({ code: '57014' })
  expect(answer.headers.get('retry-after')).toBe('1')
  expect(asked).toHaveLength(1)
})

test('queues one sender’s flood, answers others meanwhile, and refuses too many with 429', async () => {
  let release = (): void => {}
  held = new Promise((resolve) => (release = resolve))
  const ask = (headers: Record<string, string>): Promise<Response> => fetch(`${url}/rest/v1/events`, { headers })
  const flood = Array.from({ length: 210 }, () => ask({ ...key, authorization: tokenOf('flooder') }))
  const refused: Response[] = []
  for (const one of flood) void one.then((answer) => refused.push(answer))
  // Four are running, two hundred wait.
  await expect.poll(() => refused.map((answer) => answer.status)).toEqual(Array(6).fill(429))
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await ask({ ...key, authorization: tokenOf('somebody') })).status).toBe(200)
  expect((await ask(key)).status).toBe(200)
  expect(asked.filter((one) => one.headers.get('authorization') === tokenOf('flooder'))).toHaveLength(4)
  release()
  const statuses = (await Promise.all(flood)).map((answer) => answer.status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(204)
  held = undefined
})

test('hides an internal failure in the error format of each part of the API', async () => {
  script = [{ status: 500 }]
  for (const path of ['/rest/v1/events', '/auth/v1/settings', '/storage/v1/bucket']) {
    const answer = await fetch(url + path, { headers: key })
    expect(answer.status, path).toBe(500)
    expect(await answer.text(), path).not.toMatch(/Postgres|work|inside/)
  }
})

test.each(['23514', '23P01', 'P0001'])('answers %s with PostgREST’s 400, without the row', async (code) => {
  script = [{ status: 500, code }]
  const answer = await fetch(`${url}/rest/v1/events`, { method: 'POST', headers: key, body: '{}' })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toEqual({ code, message: 'new row violates check "x"', details: null, hint: null })
})

test('drops CORS and internal headers of the backend and keeps its ranges', async () => {
  const answer = await fetch(`${url}/rest/v1/events`, { headers: key })
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  expect(answer.headers.get('sb-auth-user-id')).toBeNull()
  expect(answer.headers.get('content-range')).toBe('0-0/1')
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('answers 404 instead of an HTML page of the auth service', async () => {
  script = [{ status: 200, type: 'text/html; charset=utf-8' }]
  const answer = await fetch(`${url}/auth/v1/settings`, { headers: key })
  expect(answer.status).toBe(404)
  expect(answer.headers.get('content-type')).toContain('json')
})

test('answers 404 to Google sign-in when it is not configured', async () => {
  expect((await fetch(`${url}/auth/v1/authorize?provider=google`, { redirect: 'manual' })).status).toBe(404)
  expect(asked).toHaveLength(0)
})
