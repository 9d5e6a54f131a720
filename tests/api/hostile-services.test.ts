import { afterAll, beforeAll, expect, test } from 'vitest'
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/platform/supabase/embedded-key.ts'
import { hostileValue, type Known } from '../storm/hostile-values.ts'
import { isLongStorm, seededRandom, stormSeed, type Random } from '../storm/random.ts'
import { inDatabase } from '../support/database/database.ts'
import { startShop, type Shop } from '../support/server/shop.ts'
import { bearer, demoPerson, newCustomer, type Customer } from '../support/server/visitor.ts'

/** Hostile input for sign-in and storage; tables and functions are in hostile.test.ts. */

const CALLS = isLongStorm() ? 4_000 : 400

interface Service {
  routes: readonly (readonly [method: string, path: string])[]
  fields: readonly string[]
}

const signIn: Service = {
  routes: [
    ...['signup', 'verify', 'recover', 'resend', 'logout', 'admin/users', 'otp'].map((path) => ['POST', path] as const),
    ...['password', 'refresh_token', 'pkce', 'id_token', 'web3'].map(
      (grant) => ['POST', `token?grant_type=${grant}`] as const,
    ),
    ['PUT', 'user'] as const,
  ].map(([method, path]) => [method, `auth/v1/${path}`] as const),
  fields: [
    ...['email', 'password', 'data', 'refresh_token', 'token', 'token_hash', 'type', 'auth_code', 'code_verifier'],
    ...['phone', 'nonce', 'role', 'app_metadata', 'is_super_admin', 'id', 'email_confirm', '__proto__'],
  ],
}

const storage: Service = {
  routes: [
    ['POST', 'storage/v1/object/list/payments'],
    ['POST', 'storage/v1/object/list/nothing'],
    ['DELETE', 'storage/v1/object/payments'],
    ['POST', 'storage/v1/object/sign/payments'],
    ['POST', 'storage/v1/object/copy'],
    ['POST', 'storage/v1/bucket'],
  ],
  fields: ['prefix', 'prefixes', 'limit', 'offset', 'sortBy', 'search', 'column', 'order', 'bucketId', 'sourceKey'],
}

function hostileBody(random: Random, { fields }: Service, known: Known): unknown {
  if (random.once(12)) return hostileValue(random, known)
  const value = (): unknown =>
    random.once(4)
      ? { column: hostileValue(random, known), order: hostileValue(random, known) }
      : hostileValue(random, known)
  return Object.fromEntries(Array.from({ length: 1 + random(4) }, () => [random.pick(fields), value()]))
}

interface Answer {
  call: string
  status: number
  text: string
}

async function attack(service: Service, attacker: Customer, known: Known, random: Random): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let n = 0; n < CALLS; n += 1) {
    const [method, path] = random.pick(service.routes)
    const body = JSON.stringify(hostileBody(random, service, known))
    const headers: Record<string, string> = { apikey: EMBEDDED_PUBLISHABLE_KEY, 'content-type': 'application/json' }
    if (!random.once(4)) headers['authorization'] = `Bearer ${attacker.token}`
    const answer = await fetch(`${shop.url}/${path}`, { method, headers, body })
    answers.push({ call: `${method} ${path} ${body.slice(0, 200)}`, status: answer.status, text: await answer.text() })
  }
  return answers
}

const callsOf = (answers: Answer[]): string[] => answers.map(({ call }) => call)

const seed = stormSeed()
const repeat = `STORM_SEED=${seed}`
let shop: Shop
let known: Known
let mallory: Customer

beforeAll(async () => {
  console.log(`Hostile clients of sign-in and storage: ${repeat}`)
  shop = await startShop({ template: 'demo', on: 'postgres' })
  const [victim, admin] = [await demoPerson(shop, 'customer'), await demoPerson(shop, 'admin')]
  mallory = await newCustomer(shop, 'Mallory')
  known = { own: [mallory.id, mallory.email], others: [victim.id, victim.email, admin.id, admin.email] }
})
afterAll(async () => shop?.dispose())

interface Account {
  name: string | null
  encrypted_password: string | null
}

const accountsOfOthers = (): Promise<Account[]> =>
  inDatabase(shop, (sql) =>
    sql.query<Account>(
      `select u.id, u.email, u.phone, u.role, u.encrypted_password, u.raw_app_meta_data,
          u.raw_user_meta_data ->> 'name' as name, s.role as staff_role
        from auth.users u left join public.staff s on s.user_id = u.id where u.id <> $1 order by u.id`,
      [mallory.id],
    ),
  )

test('sign-in handles any input without a 5xx and opens no session', { timeout: 600_000 }, async () => {
  const before = await accountsOfOthers()
  const answers = await attack(signIn, mallory, known, seededRandom(seed))
  expect(callsOf(answers.filter(({ status }) => status >= 500)), repeat).toEqual([])
  expect(callsOf(answers.filter(({ text }) => text.includes('access_token'))), repeat).toEqual([])
  const secrets = before.flatMap((one) => [one.name, one.encrypted_password]).filter((one) => one !== null)
  expect(secrets.length).toBeGreaterThan(5)
  expect(callsOf(answers.filter(({ text }) => secrets.some((secret) => text.includes(secret)))), repeat).toEqual([])
  expect(await accountsOfOthers(), repeat).toEqual(expect.arrayContaining(before))
  // An attack that is always refused at the start would prove nothing.
  expect(answers.some(({ status }) => status === 200)).toBe(true)
})

test('storage handles any input without a 5xx and reveals no picture of others', { timeout: 600_000 }, async () => {
  // A random call of sign-in may have ended the session.
  mallory = await newCustomer(shop, 'Mallory')
  known = { ...known, own: [mallory.id, mallory.email] }
  const pictures = (): Promise<{ name: string }[]> =>
    inDatabase(shop, (sql) => sql.query<{ name: string }>('select name, metadata from storage.objects order by name'))
  const before = await pictures()
  expect(before.length).toBeGreaterThan(0)
  const answers = await attack(storage, mallory, known, seededRandom(seed))
  expect(callsOf(answers.filter(({ status }) => status >= 500)), repeat).toEqual([])
  expect(callsOf(answers.filter(({ text }) => before.some(({ name }) => text.includes(name)))), repeat).toEqual([])
  expect(await pictures(), repeat).toEqual(before)
  // The attacker's own list is answered: what was refused was not refused for the session.
  const headers = { apikey: EMBEDDED_PUBLISHABLE_KEY, 'content-type': 'application/json', ...bearer(mallory) }
  const body = JSON.stringify({ prefix: mallory.id })
  const own = await fetch(`${shop.url}/storage/v1/object/list/payments`, { method: 'POST', headers, body })
  expect(own.status).toBe(200)
})

test('deep nesting is refused before it is parsed', async () => {
  const headers = { apikey: EMBEDDED_PUBLISHABLE_KEY, 'content-type': 'application/json' }
  const deep = '['.repeat(30_000) + ']'.repeat(30_000)
  const sent = await fetch(`${shop.url}/rest/v1/rpc/hold_seats`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${mallory.token}` },
    body: `{"p_order_id":null,"p_lines":${deep}}`,
  })
  expect(sent.status).toBe(400)
  // Each pair of levels triples the rows.
  const embedded = 'id,ticket_categories(id,events('.repeat(8) + 'id' + '))'.repeat(8)
  const asked = await fetch(`${shop.url}/rest/v1/events?select=${embedded}`, { headers })
  expect([asked.status, ((await asked.json()) as { code: string }).code]).toEqual([400, 'PGRST100'])
})
