import { describe, expect, test } from 'vitest'
import { jsonAnswer } from '../http/http-message.ts'
import { deviceOf, newDevice } from './device-cookie.ts'
import { KnownSenders } from './sign-in-limits.ts'
import { SignInGuard, type AuthRequest, type SignInGuardOptions } from './sign-in-guard.ts'

const newGuard = (limits: Partial<SignInGuardOptions['limits']> = {}): SignInGuard =>
  new SignInGuard({
    limits: { signInPerAddress: 10, signInPerIp: 600, contactPerHour: null, authAnswerMs: 0, ...limits },
    ...{ mailer: null, address: 'http://shop.test' },
  } as unknown as SignInGuardOptions)

describe('known networks of an address', () => {
  test('are known for that address only', () => {
    const known = new KnownSenders()
    known.remember('a@test.example', '192.0.2.1')
    expect(known.has('a@test.example', '192.0.2.1')).toBe(true)
    expect(known.has('a@test.example', '192.0.2.2')).toBe(false)
    expect(known.has('b@test.example', '192.0.2.1')).toBe(false)
  })

  test('are the eight newest', () => {
    const known = new KnownSenders()
    for (let n = 0; n < 9; n += 1) known.remember('a', `10.0.0.${n}`)
    expect(known.has('a', '10.0.0.0')).toBe(false)
    expect(known.has('a', '10.0.0.1')).toBe(true)
    known.remember('a', '10.0.0.1')
    known.remember('a', '10.0.0.9')
    expect(known.has('a', '10.0.0.1')).toBe(true)
    expect(known.has('a', '10.0.0.2')).toBe(false)
  })

  test('are forgotten for the least recently seen address beyond twenty thousand', () => {
    const known = new KnownSenders()
    for (let n = 0; n < 20_000; n += 1) known.remember(`${n}`, 'x')
    known.remember('0', 'x')
    known.remember('one more', 'x')
    expect([known.has('0', 'x'), known.has('1', 'x'), known.has('2', 'x')]).toEqual([true, false, true])
  })
})

describe('the limits before sign-in', () => {
  const MOST = 3
  const guardOf = () => newGuard({ signInPerAddress: MOST, signInPerIp: 0 })
  const from = (ip: string, email = 'owner@test.example'): AuthRequest => ({
    attempt: 'sign-in',
    grantType: 'password',
    body: { email },
    ip,
    device: null,
  })
  const session = (email: string) => jsonAnswer(200, { access_token: 'x', user: { email } })
  const guessed = (guard: SignInGuard, ip: string, n: number, email?: string): number =>
    Array.from({ length: n }, () => guard.admit(from(ip, email), 0)).filter((counted) => !('status' in counted)).length

  test('strangers share a count; the owner signs in from a known network', () => {
    const guard = guardOf()
    guard.learn(from('192.0.2.1'), session('owner@test.example'))
    expect(guessed(guard, '198.51.100.1', 2)).toBe(2)
    expect(guessed(guard, '198.51.100.2', 5)).toBe(1)
    expect(guard.admit(from('192.0.2.9'), 0)).toMatchObject({ status: 429 })
    expect(guard.admit(from('192.0.2.1'), 0)).not.toHaveProperty('status')
  })

  test('a known device signs in despite guesses behind its own network address', async () => {
    const guard = guardOf()
    const first = await guard.answer(from('192.0.2.1'), 0, async () => session('owner@test.example'))
    const cookie = String(first.headers['set-cookie'])
    expect(cookie).toMatch(/^mehfil_device=[\w-]{22}; Path=\/auth\/v1; Max-Age=\d+; HttpOnly; SameSite=Strict$/)
    const device = deviceOf({ cookie: `a=b; ${cookie.split(';')[0]}` })
    const ofDevice = (email?: string) => ({ ...from('192.0.2.1', email), device })
    expect(guessed(guard, '192.0.2.1', 20), 'a stranger behind the same address').toBe(MOST)
    expect(guard.admit(from('192.0.2.1'), 0)).toMatchObject({ status: 429 })
    const again = await guard.answer(ofDevice(), 0, async () => session('owner@test.example'))
    expect([again.status, again.headers['set-cookie']], 'it keeps its number').toEqual([200, undefined])
    // Known for that address only, and its guesses are limited, too.
    expect(guessed(guard, '192.0.2.1', 9, 'other@test.example')).toBe(MOST)
    expect(guard.admit(ofDevice('other@test.example'), 0)).toMatchObject({ status: 429 })
    const tries = Array.from({ length: 20 }, () => guard.admit(ofDevice(), 0))
    expect(tries.filter((counted) => !('status' in counted))).toHaveLength(MOST)
  })

  test('an invented device number is not known', async () => {
    const guard = guardOf()
    const invented = { ...from('198.51.100.9'), device: 'AAAAAAAAAAAAAAAAAAAAAA' }
    expect(guessed(guard, '198.51.100.9', 20)).toBe(MOST)
    expect(guard.admit(invented, 0)).toMatchObject({ status: 429 })
    for (const cookie of ['mehfil_device=', 'mehfil_device=x y', `mehfil_device=${'x'.repeat(23)}`, 'mehfil_device2=x'])
      expect(deviceOf({ cookie }), cookie).toBeNull()
    expect(newDevice(true).header).toContain('; Secure')
  })

  test('a known network has as many guesses as a stranger', () => {
    const guard = guardOf()
    guard.learn(from('192.0.2.1'), session('owner@test.example'))
    expect(guessed(guard, '192.0.2.1', 20)).toBe(MOST)
  })

  test('a refreshed session makes its network known for its own address', () => {
    const guard = guardOf()
    guard.learn({ ...from('192.0.2.1', ''), grantType: 'refresh_token' }, session('owner@test.example'))
    expect(guessed(guard, '198.51.100.1', 9)).toBe(MOST)
    expect(guard.admit(from('192.0.2.1'), 0)).not.toHaveProperty('status')
  })

  test('only a session makes a network known', () => {
    const guard = guardOf()
    for (const answer of [
      jsonAnswer(400, { access_token: 'x', user: { email: 'owner@test.example' } }),
      jsonAnswer(200, { user: { email: 'owner@test.example' } }),
      jsonAnswer(200, { access_token: 1, user: { email: 'owner@test.example' } }),
      { status: 200, headers: {}, body: Buffer.from('{"access_token"') },
    ])
      guard.learn(from('192.0.2.1'), answer)
    expect(guessed(guard, '198.51.100.1', 9)).toBe(MOST)
    expect(guard.admit(from('192.0.2.1'), 0)).toMatchObject({ status: 429 })
  })

  test('an invented address does not reach another one’s count', () => {
    const guard = guardOf()
    guard.learn(from('192.0.2.1'), session('owner@test.example'))
    for (const email of ['192.0.2.1 owner@test.example', 'owner@test.example 192.0.2.1'])
      expect(guessed(guard, '198.51.100.1', 9, email)).toBe(MOST)
    expect(guard.admit(from('192.0.2.1'), 0)).not.toHaveProperty('status')
  })
})

describe('a network address shared by many people', () => {
  const CAMPUS = '198.51.100.7'
  const request = (email: string, attempt: AuthRequest['attempt'] = 'sign-in'): AuthRequest => ({
    attempt,
    grantType: attempt === 'sign-in' ? 'password' : null,
    body: { email, password: 'a password' },
    ip: CAMPUS,
    device: null,
  })
  const wrong = async () => jsonAnswer(400, { error_code: 'invalid_credentials' })
  const right = (email: string) => async () => jsonAnswer(200, { access_token: 'x', user: { email } })
  const statuses = async (answers: Promise<{ status: number }>[]): Promise<Record<number, number>> => {
    const counts: Record<number, number> = {}
    for (const { status } of await Promise.all(answers)) counts[status] = (counts[status] ?? 0) + 1
    return counts
  }

  test('lets five hundred sign in while a guesser there has used up the guesses', async () => {
    const guard = newGuard()
    for (let n = 0; n < 30; n += 1) await guard.answer(request('victim@test.example'), n, wrong)
    for (let n = 0; n < 30; n += 1) await guard.answer(request(`nobody${n}@test.example`), n, wrong)
    expect((await guard.answer(request('victim@test.example'), 100, wrong)).status, 'of one account').toBe(429)
    for (let n = 0; n < 500; n += 1) {
      const email = `student${n}@test.example`
      expect((await guard.answer(request(email), 200 + n, right(email))).status, email).toBe(200)
    }
    const email = 'student1@test.example'
    for (let n = 0; n < 50; n += 1) expect((await guard.answer(request(email), 800 + n, right(email))).status).toBe(200)
  })

  test('lets gate staff sign in from a known network when all guesses there are used up', async () => {
    const guard = newGuard()
    const email = 'gate@test.example'
    expect((await guard.answer(request(email), 0, right(email))).status).toBe(200)
    for (let n = 0; n < 700; n += 1) await guard.answer(request(`nobody${n}@test.example`), 1, wrong)
    expect((await guard.answer(request('somebody@test.example'), 2, right('somebody@test.example'))).status).toBe(429)
    expect((await guard.answer(request(email), 2, right(email))).status).toBe(200)
  })

  test('allows six hundred sign-ups in 15 minutes and counts guesses apart', async () => {
    const guard = newGuard()
    const signUps = (from: number) =>
      Array.from({ length: 50 }, (_, n) =>
        guard.answer(request(`new${from + n}@test.example`, 'sign-up'), 0, right(`new${from + n}@test.example`)),
      )
    for (let from = 0; from < 600; from += 50) expect(await statuses(signUps(from))).toEqual({ 200: 50 })
    expect(await statuses(signUps(600))).toEqual({ 429: 50 })
    const email = 'student@test.example'
    expect((await guard.answer(request(email), 0, right(email))).status).toBe(200)
  })

  test('refuses a sign-up with an invalid mailbox before any work', async () => {
    const never = () => Promise.reject(new Error('asked'))
    for (const email of ['x<victim@test.example>', 'a,b@test.example', 'a;b@test.example'])
      expect((await newGuard().answer(request(email, 'sign-up'), 0, never)).status, email).toBe(400)
    const body = { email: 'a@test.example', password: 'आ'.repeat(25) }
    const long = { ...request('a@test.example', 'sign-up'), body }
    expect((await newGuard().answer(long, 0, never)).status).toBe(422)
  })
})

describe('an account that sets passwords', () => {
  test('sets five in 15 minutes, two at a time with all sign-ins', async () => {
    const guard = newGuard()
    let running = 0
    let most = 0
    const slow = async () => {
      most = Math.max(most, (running += 1))
      await new Promise((done) => setTimeout(done, 5))
      running -= 1
      return jsonAnswer(200, {})
    }
    const changed = await Promise.all(Array.from({ length: 20 }, () => guard.changePassword('mallory', 0, slow)))
    expect(changed.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(changed.filter(({ status }) => status === 429)).toHaveLength(15)
    expect(most).toBe(2)
    expect((await guard.changePassword('another', 0, slow)).status).toBe(200)
    expect((await guard.changePassword('mallory', 16 * 60_000, slow)).status).toBe(200)
  })
})
