import { describe, expect, it } from 'vitest'
import { ASHA, backend, freshDevice, openTab, page, signIn } from '../../../tests/support/device/device.ts'
import { pass } from '../../../tests/support/device/time.ts'
import { loseDatabase } from '../../../tests/support/device/lost-database.ts'
import type { Identity } from './identity.ts'

freshDevice()

const identity = async () => page.watch.readOnce((await import('./identity.ts')).watchIdentity())
const watches = async (what: (now: Identity) => unknown) => {
  const seen: unknown[] = []
  const stop = (await import('./identity.ts')).watchIdentity().subscribe(
    (now) => seen.push(what(now)),
    () => seen.push('broken'),
  )
  return { seen, stop }
}
const know = async (role: 'admin' | null = null) =>
  (await page.store.table('people')).put({ ownerId: ASHA, roles: role === null ? [] : [{ role, endsAt: null }] })

describe('the identity', () => {
  it('is signed out on a new device', async () => {
    expect(await identity()).toEqual({ status: 'signed-out' })
  })

  it('is read from the device alone, even hours after the token expired', async () => {
    await signIn(ASHA, -5 * 3600)
    await know('admin')
    const asha = { userId: ASHA, email: `${ASHA}@mail.example`, name: 'Asha' }
    expect(await identity()).toEqual({ status: 'signed-in', ...asha, roles: ['admin'], sessionExpired: true })
    expect(backend.calls).toEqual([])
  })

  it('loses a role at its end, without asking the server', async () => {
    await signIn(ASHA)
    const people = await page.store.table('people')
    const ending = { role: 'gate' as const, endsAt: new Date(Date.now() + 60_000).toISOString() }
    await people.put({ ownerId: ASHA, roles: [{ role: 'events', endsAt: null }, ending] })
    const { seen, stop } = await watches((now) => (now.status === 'signed-in' ? now.roles : now.status))
    await pass(61_000)
    stop()
    expect(seen).toEqual([['events', 'gate'], ['events']])
    expect(backend.calls).toEqual([])
  })

  it('stays signed in while the device cannot be read', async () => {
    await signIn(ASHA)
    await know()
    const { seen, stop } = await watches(({ status }) => status)
    await pass(500)
    const opensAgain = await loseDatabase()
    await pass(12_000)
    expect(await page.watch.readOnce(page.store.watchStoreState())).toMatchObject({ kind: 'memory', awaited: 'lost' })
    opensAgain()
    await pass(4_000)
    expect(await page.watch.readOnce(page.store.watchStoreState())).toMatchObject({ kind: 'device' })
    stop()
    expect(new Set(seen)).toEqual(new Set(['signed-in']))
  })

  it('reports an expired token while it is watched', async () => {
    await signIn(ASHA, 5)
    await know()
    const { seen, stop } = await watches((now) => now.status === 'signed-in' && now.sessionExpired)
    await pass(6_000)
    stop()
    expect(seen.at(0)).toBe(false)
    expect(seen.at(-1)).toBe(true)
  })

  it('stops waiting for the role after a while', async () => {
    await signIn(ASHA)
    const found = identity()
    await pass(3_000)
    expect(await found).toMatchObject({ status: 'signed-in', roles: [] })
  })

  it('changes in every tab', async () => {
    const { seen, stop } = await watches(({ status }) => status)
    await pass(500)
    await know()
    await signIn(ASHA)
    await pass(500)
    await page.session.leave(false)
    await pass(500)
    stop()
    expect(seen).toEqual(['signed-out', 'signed-in', 'signed-out'])
  })
})

describe('an expired session', () => {
  const useSession = async () => {
    const { backend: client } = await import('#platform/supabase/client.ts')
    const { call } = await import('#platform/supabase/call.ts')
    return call(async () => (await client()).rpc('my_roles'))
  }

  it('is renewed once when several calls need it at once, in two tabs', async () => {
    await signIn(ASHA, -10)
    const other = await openTab()
    const calls = [useSession(), other.walletSync.syncWallet(), useSession()]
    for (const result of await Promise.all(calls)) expect(result.ok).toBe(true)
    expect(backend.count('/auth/v1/token')).toBe(1)
    await other.store.closeStore()
  })

  it('stays an identity while the server is away, and no call waits long', async () => {
    await signIn(ASHA, -10)
    await know()
    backend.fail('lost-before', '/auth/', 100)
    expect(await useSession()).toMatchObject({ ok: false, failure: { code: 'unreachable' } })
    expect(await identity()).toMatchObject({ status: 'signed-in', sessionExpired: true })
  })

  it.each([500, 403, 429])('survives an answer %i that is not the auth service’s refusal', async (status) => {
    await signIn(ASHA, -10)
    await know()
    backend.fail({ status, body: { message: 'blocked by a proxy' } }, '/auth/v1/token')
    expect((await useSession()).ok).toBe(false)
    expect(await identity()).toMatchObject({ status: 'signed-in' })
  })

  it('ends when the auth service refuses the refresh token; the device keeps its data for the owner', async () => {
    await signIn(ASHA, -10)
    await know()
    backend.refreshTokens.clear()
    expect(await useSession()).toMatchObject({ ok: false, failure: { code: 'signed_out' } })
    expect(await identity()).toEqual({ status: 'signed-out', ended: true })
    expect(await (await page.store.table('people')).get(ASHA)).toBeDefined()
  })

  it('ends at the first call when the server ended it, although its token has not expired', async () => {
    await signIn(ASHA, 3_000)
    await know()
    backend.refreshTokens.clear()
    backend.fail({ status: 401, body: { code: 'PT401', message: 'not_signed_in' } }, '/rpc/my_roles')
    expect((await useSession()).ok).toBe(false)
    expect(await identity()).toEqual({ status: 'signed-out', ended: true })
    expect(await (await page.store.table('people')).get(ASHA)).toBeDefined()
  })

  it('does not count as expired on a device whose clock is hours ahead', async () => {
    const { authStorage } = await import('#platform/supabase/session.ts')
    const stored = authStorage(page.session.sessionOnDevice)
    const tokens = backend.signIn(ASHA)
    const serverNow = Date.now() / 1000 - 7_200
    const session = { ...tokens, expires_in: 3600, expires_at: serverNow + 3600, user: { id: ASHA } }
    await stored.setItem('mehfil.session', JSON.stringify(session))
    await know()
    expect(await identity()).toMatchObject({ sessionExpired: false })
    const given = JSON.parse((await stored.getItem('mehfil.session'))!) as { expires_at: number }
    expect(given.expires_at).toBeGreaterThan(Date.now() / 1000 + 3_500)
    expect((await useSession()).ok).toBe(true)
    expect(backend.count('/auth/v1/token')).toBe(0)
  })

  it('is renewed when the server rejects a token that has not expired here', async () => {
    await signIn(ASHA)
    backend.tokens.clear()
    expect((await useSession()).ok).toBe(true)
    expect(backend.count('/auth/v1/token')).toBe(1)
  })
})

it('sends no request for a visitor when a session is needed', async () => {
  const result = await page.walletSync.syncWallet()
  expect(result).toEqual({ ok: true, value: { tickets: [] } })
  expect(backend.calls).toEqual([])
})
