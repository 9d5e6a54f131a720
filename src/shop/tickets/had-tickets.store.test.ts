import { beforeEach, expect, it, vi } from 'vitest'
import { stubStorage } from '../../../tests/support/device/fake-storage.ts'
import { forgetTickets, hadTickets, rememberTickets } from './had-tickets.store.ts'

const DAY_MS = 24 * 3_600_000
const NOW = Date.UTC(2026, 10, 22)
let jar: Map<string, string>
let stored: Map<string, string>
let host: 'shop' | 'static' | 'away'
let asked: number

beforeEach(() => {
  jar = new Map()
  host = 'shop'
  asked = 0
  vi.stubGlobal('document', {
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(text: string) {
      const [name = '', value = ''] = text.split(';')[0]!.split('=')
      if (/Max-Age=0/.test(text)) jar.delete(name)
      else jar.set(name, value)
    },
  })
  stored = stubStorage('localStorage')
  vi.stubGlobal('fetch', async () => {
    asked += 1
    if (host === 'away') throw new TypeError('no network')
    if (host === 'static') return new Response(null, { status: 405 })
    jar.set('mehfil_had_tickets', '1')
    return new Response(null, { status: 204 })
  })
})

it('keeps the server’s cookie when the browser deletes what pages wrote', async () => {
  expect(hadTickets()).toBe(false)
  await rememberTickets(NOW)
  stored.clear()
  expect(hadTickets()).toBe(true)
})

it('requests the cookie once a month, and again while there was no answer', async () => {
  host = 'away'
  await rememberTickets(NOW)
  await rememberTickets(NOW)
  host = 'shop'
  await rememberTickets(NOW)
  expect(asked).toBe(3)
  await rememberTickets(NOW + 29 * DAY_MS)
  expect(asked).toBe(3)
  await rememberTickets(NOW + 31 * DAY_MS)
  expect(asked).toBe(4)
})

it('keeps the note on a host without that server', async () => {
  host = 'static'
  await rememberTickets(NOW)
  expect(jar.size).toBe(0)
  expect(hadTickets()).toBe(true)
})

it('deletes both at sign-out, even before a pending answer arrives', async () => {
  await rememberTickets(NOW)
  forgetTickets()
  expect(hadTickets()).toBe(false)
  const late = rememberTickets(NOW)
  forgetTickets()
  await late
  expect(hadTickets()).toBe(false)
})
