import { describe, expect, test } from 'vitest'
import { rememberTickets } from './had-tickets.ts'

const plain = { host: 'localhost', publicUrl: null, tls: null }
const ask = (method: string, headers = {}, settings: Parameters<typeof rememberTickets>[2] = plain) =>
  rememberTickets({ method, headers }, '/had-tickets', settings)

describe('the cookie of a device with tickets', () => {
  test('outlives script storage and holds nothing personal', () => {
    const answer = ask('POST')
    expect(answer?.status).toBe(204)
    expect(answer?.headers['set-cookie']).toBe('mehfil_had_tickets=1; Path=/; Max-Age=34560000; SameSite=Lax')
  })

  test('is Secure on an https shop', () => {
    for (const settings of [
      { ...plain, publicUrl: 'https://tickets.example.in' },
      { ...plain, tls: { cert: '', key: '' } },
    ])
      expect(ask('POST', {}, settings as Parameters<typeof rememberTickets>[2])?.headers['set-cookie']).toMatch(
        /; Secure$/,
      )
  })

  test('is not set by a link or another site', () => {
    expect(ask('GET')?.status).toBe(405)
    expect(ask('POST', { origin: 'https://evil.example' })).toMatchObject({ status: 403 })
    expect(ask('POST', { origin: 'https://evil.example' })?.headers['set-cookie']).toBeUndefined()
    expect(ask('POST', { origin: 'http://localhost:4173' })?.status).toBe(204)
    expect(rememberTickets({ method: 'POST', headers: {} }, '/events', plain)).toBeNull()
  })
})
