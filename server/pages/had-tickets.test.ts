import { describe, expect, test } from 'vitest'
import { rememberTickets } from './had-tickets.ts'

const plain = { host: 'localhost', publicUrl: null, tls: null }
const ask = (method: string, headers = {}, settings: Parameters<typeof rememberTickets>[2] = plain) =>
  rememberTickets({ method, headers }, '/had-tickets', settings)

describe('a device that had tickets', () => {
  test('gets a cookie that outlives what pages write, with nothing personal in it', () => {
    const answer = ask('POST')
    expect(answer?.status).toBe(204)
    expect(answer?.headers['set-cookie']).toBe('mehfil_had_tickets=1; Path=/; Max-Age=34560000; SameSite=Lax')
  })

  test('gets it over https alone where the shop is there', () => {
    for (const settings of [
      { ...plain, publicUrl: 'https://tickets.example.in' },
      { ...plain, tls: { cert: '', key: '' } },
    ])
      expect(ask('POST', {}, settings as Parameters<typeof rememberTickets>[2])?.headers['set-cookie']).toMatch(
        /; Secure$/,
      )
  })

  test('gets none by a link, nor from another site', () => {
    expect(ask('GET')?.status).toBe(405)
    expect(ask('POST', { origin: 'https://evil.example' })).toMatchObject({ status: 403 })
    expect(ask('POST', { origin: 'https://evil.example' })?.headers['set-cookie']).toBeUndefined()
    expect(ask('POST', { origin: 'http://localhost:4173' })?.status).toBe(204)
    expect(rememberTickets({ method: 'POST', headers: {} }, '/events', plain)).toBeNull()
  })
})
