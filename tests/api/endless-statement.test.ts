import { afterAll, beforeAll, expect, test } from 'vitest'
import { inDatabase } from '../support/database/database.ts'
import { startShop, type Shop } from '../support/server/shop.ts'
import { newCustomer, post, visitor } from '../support/server/visitor.ts'

/** A statement that never ends, on the embedded database. */

let shop: Shop

beforeAll(async () => {
  shop = await startShop({ template: 'demo', env: { LIMITS_STATEMENT_SECONDS: '4' } })
  await inDatabase(shop, (sql) =>
    sql.run(`
      create function public.never_ends() returns bigint language sql volatile
        as 'select count(*) from generate_series(1, 1000000000000)';
      insert into private.rights (roles, privileges, object)
        values ('anon, authenticated', 'execute', 'function public.never_ends()');`),
  )
  // It grants what it finds when it starts.
  await shop.restart()
})
afterAll(async () => shop?.dispose())

const neverEnds = (): Promise<Response> => post(shop, '/rest/v1/rpc/never_ends', {})

test('is refused; pages and health answer meanwhile, and waiting requests are answered afterwards', async () => {
  const farah = await newCustomer(shop, 'Farah')
  for (let round = 0; round < 2; round += 1) {
    const location = `Pune ${round}`
    expect((await farah.client.rpc('save_profile', { p_profile: { location } })).error).toBeNull()
    const endless = neverEnds()
    const waited = farah.client.from('profiles').select('location')
    expect([200, 503]).toContain((await fetch(`${shop.url}/healthz`)).status)
    expect((await fetch(`${shop.url}/robots.txt`)).status).toBeLessThan(500)
    const refused = await endless
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([503, '57014'])
    expect((await waited).data).toEqual([{ location }])
    expect(await (await fetch(`${shop.url}/healthz`)).json()).toEqual({ ok: true })
  }
  expect(shop.log()).toContain('A statement took longer than 4 s')
})

test('does not keep the operator from stopping the shop, and loses no data', async () => {
  const joseph = await newCustomer(shop, 'Joseph')
  await shop.restart({ LIMITS_STATEMENT_SECONDS: '600' })
  const endless = neverEnds().catch(() => undefined)
  await expect.poll(async () => (await fetch(`${shop.url}/healthz`)).status, { timeout: 60_000 }).toBe(503)
  expect(await shop.stop()).toBe(0)
  await endless
  await shop.restart()
  const { email, password } = joseph
  expect((await visitor(shop).auth.signInWithPassword({ email, password })).error).toBeNull()
})
