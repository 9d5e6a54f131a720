import { describe, expect, test } from 'vitest'
import { jsonAnswer } from './http-message.ts'
import { KnownNetworks } from './known-networks.ts'
import { SignInGate, type AuthRequest, type SignInGateOptions } from './sign-in-gate.ts'

describe('networks an address has had a session from', () => {
  test('are known for that address alone', () => {
    const known = new KnownNetworks()
    known.remember('a@test.example', '192.0.2.1')
    expect(known.has('a@test.example', '192.0.2.1')).toBe(true)
    expect(known.has('a@test.example', '192.0.2.2')).toBe(false)
    expect(known.has('b@test.example', '192.0.2.1')).toBe(false)
  })

  test('are the eight newest', () => {
    const known = new KnownNetworks()
    for (let n = 0; n < 9; n += 1) known.remember('a', `10.0.0.${n}`)
    expect(known.has('a', '10.0.0.0')).toBe(false)
    expect(known.has('a', '10.0.0.1')).toBe(true)
    known.remember('a', '10.0.0.1')
    known.remember('a', '10.0.0.9')
    expect(known.has('a', '10.0.0.1')).toBe(true)
    expect(known.has('a', '10.0.0.2')).toBe(false)
  })

  test('are forgotten for the address not seen for longest, beyond twenty thousand', () => {
    const known = new KnownNetworks()
    for (let n = 0; n < 20_000; n += 1) known.remember(`${n}`, 'x')
    known.remember('0', 'x')
    known.remember('one more', 'x')
    expect([known.has('0', 'x'), known.has('1', 'x'), known.has('2', 'x')]).toEqual([true, false, true])
  })
})

describe('the gate before signing in', () => {
  const MOST = 3
  const limits = { signInPerAddress: MOST, signInPerIp: 0, contactPerHour: null, authAnswerMs: 0 }
  const gateOf = (): SignInGate =>
    new SignInGate({ limits, mailer: null, shop: 'Shop', address: 'http://shop.test' } as unknown as SignInGateOptions)
  const from = (ip: string, email = 'owner@test.example'): AuthRequest => ({
    attempt: 'sign-in',
    grantType: 'password',
    body: { email },
    ip,
  })
  const session = (email: string) => jsonAnswer(200, { access_token: 'x', user: { email } })
  const guessed = (gate: SignInGate, ip: string, n: number, email?: string): number =>
    Array.from({ length: n }, () => gate.admit(from(ip, email), 0)).filter((refused) => refused === null).length

  test('strangers share a count, and the owner signs in where they have been before', () => {
    const gate = gateOf()
    gate.learn(from('192.0.2.1'), session('owner@test.example'))
    expect(guessed(gate, '198.51.100.1', 2)).toBe(2)
    expect(guessed(gate, '198.51.100.2', 5)).toBe(1)
    expect(gate.admit(from('192.0.2.9'), 0)?.status).toBe(429)
    expect(gate.admit(from('192.0.2.1'), 0)).toBeNull()
  })

  test('a known network has as many guesses as a stranger, no more', () => {
    const gate = gateOf()
    gate.learn(from('192.0.2.1'), session('owner@test.example'))
    expect(guessed(gate, '192.0.2.1', 20)).toBe(MOST)
  })

  test('a renewed session makes its network known as well, under the address it is of', () => {
    const gate = gateOf()
    gate.learn({ ...from('192.0.2.1', ''), grantType: 'refresh_token' }, session('owner@test.example'))
    expect(guessed(gate, '198.51.100.1', 9)).toBe(MOST)
    expect(gate.admit(from('192.0.2.1'), 0)).toBeNull()
  })

  test('nothing but a session makes a network known', () => {
    const gate = gateOf()
    for (const answer of [
      jsonAnswer(400, { access_token: 'x', user: { email: 'owner@test.example' } }),
      jsonAnswer(200, { user: { email: 'owner@test.example' } }),
      jsonAnswer(200, { access_token: 1, user: { email: 'owner@test.example' } }),
      { status: 200, headers: {}, body: Buffer.from('{"access_token"') },
    ])
      gate.learn(from('192.0.2.1'), answer)
    expect(guessed(gate, '198.51.100.1', 9)).toBe(MOST)
    expect(gate.admit(from('192.0.2.1'), 0)?.status).toBe(429)
  })

  test('no address that somebody makes up reaches the count of another', () => {
    const gate = gateOf()
    gate.learn(from('192.0.2.1'), session('owner@test.example'))
    for (const email of ['192.0.2.1 owner@test.example', 'owner@test.example 192.0.2.1'])
      expect(guessed(gate, '198.51.100.1', 9, email)).toBe(MOST)
    expect(gate.admit(from('192.0.2.1'), 0)).toBeNull()
  })
})
