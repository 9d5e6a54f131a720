import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/platform/supabase/embedded-key.ts'
import { inDatabase } from '../support/database/database.ts'
import { startShop, type Shop } from '../support/server/shop.ts'
import { demoPerson, newCustomer, post, visitor, type Customer } from '../support/server/visitor.ts'

/** Uses the access token itself, never a refresh. */

let shop: Shop
beforeAll(async () => {
  shop = await startShop({ template: 'demo', on: 'postgres' })
})
afterAll(async () => {
  await shop?.dispose()
})

async function ask(token: string, path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST') {
  const bytes = body instanceof Uint8Array
  const answer = await fetch(shop.url + path, {
    method,
    headers: {
      apikey: EMBEDDED_PUBLISHABLE_KEY,
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': bytes ? 'image/png' : 'application/json' }),
    },
    ...(body === undefined ? {} : { body: bytes ? new Uint8Array(body) : JSON.stringify(body) }),
  })
  return { status: answer.status, text: await answer.text() }
}

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function uses({ token, id }: Pick<Customer, 'token' | 'id'>): Promise<Record<string, number>> {
  const order = randomUUID()
  const answers = {
    role: await ask(token, '/rest/v1/rpc/my_role', {}),
    profile: await ask(token, '/rest/v1/profiles?select=id'),
    tickets: await ask(token, '/rest/v1/user_tickets?select=id'),
    data: await ask(token, '/rest/v1/rpc/export_my_data', {}),
    save: await ask(token, '/rest/v1/rpc/save_profile', { p_profile: { name: 'Mallory' } }),
    hold: await ask(token, '/rest/v1/rpc/hold_seats', { p_order_id: order, p_lines: [] }),
    picture: await ask(token, `/storage/v1/object/payments/${id}/1764000000000-${order}.png`, PIXEL),
    pictures: await ask(token, '/storage/v1/object/list/payments', { prefix: id }),
    account: await ask(token, '/auth/v1/user'),
  }
  return Object.fromEntries(Object.entries(answers).map(([name, { status }]) => [name, status]))
}

const refused = (statuses: Record<string, number>): string[] =>
  Object.entries(statuses).flatMap(([name, status]) => (status >= 400 && status < 500 ? [] : [`${name} ${status}`]))

async function secondSession(person: Customer): Promise<Customer> {
  const client = visitor(shop)
  const { data } = await client.auth.signInWithPassword(person)
  return { ...person, client, token: data.session?.access_token ?? '' }
}

describe('an access token ends with its session', () => {
  test('works for everything during its session', async () => {
    const farah = await newCustomer(shop)
    const { hold, ...others } = await uses(farah)
    expect(hold, 'no lines to hold').toBe(400)
    expect(others).toEqual(Object.fromEntries(Object.keys(others).map((name) => [name, 200])))
  })

  test('ends in all other sessions when the password is changed, with their refresh tokens', async () => {
    const farah = await newCustomer(shop)
    const thief = await secondSession(farah)
    expect((await farah.client.auth.updateUser({ password: 'another password' })).error).toBeNull()
    expect(refused(await uses(thief))).toEqual([])
    expect((await thief.client.auth.refreshSession()).error).not.toBeNull()
    expect((await uses(farah))['role'], 'the one that changed it stays').toBe(200)
    expect((await farah.client.auth.refreshSession()).error).toBeNull()
  })

  test('ends when its owner signs out on every other device', async () => {
    const farah = await newCustomer(shop)
    const other = await secondSession(farah)
    expect((await farah.client.auth.signOut({ scope: 'others' })).error).toBeNull()
    expect(refused(await uses(other))).toEqual([])
    expect((await uses(farah))['role']).toBe(200)
  })

  test('ends when its owner signs out', async () => {
    const farah = await newCustomer(shop)
    await farah.client.auth.signOut({ scope: 'local' })
    expect(refused(await uses(farah))).toEqual([])
  })

  test('ends when the account is deleted', async () => {
    const farah = await newCustomer(shop)
    const other = await secondSession(farah)
    await farah.client.rpc('delete_my_account', { p_confirm: true }).throwOnError()
    expect(refused(await uses(farah))).toEqual([])
    expect(refused(await uses(other))).toEqual([])
    await farah.client.auth.signOut()
    const noted = await inDatabase(shop, (sql) =>
      sql.query("select id from auth.audit_log_entries where payload::text like '%' || $1 || '%'", [farah.email]),
    )
    expect(noted, 'no address in the record of sign-ins').toEqual([])
  })

  test('ends when staff close the account, which signs in again once it is reopened', async () => {
    const chief = await demoPerson(shop, 'admin')
    const farah = await newCustomer(shop)
    const account = { p_user_id: farah.id }
    const signsIn = async () => (await visitor(shop).auth.signInWithPassword(farah)).error
    await chief.client.rpc('close_account', { ...account, p_reason: 'Fake payments' }).throwOnError()
    expect(refused(await uses(farah))).toEqual([])
    expect((await farah.client.auth.refreshSession()).error).not.toBeNull()
    expect(await signsIn()).not.toBeNull()
    await chief.client.rpc('reopen_account', account).throwOnError()
    expect(await signsIn()).toBeNull()
  })

  test('loses a role that was taken away at once', async () => {
    const chief = await demoPerson(shop, 'admin')
    const gate = await demoPerson(shop, 'gate')
    expect((await gate.client.rpc('my_role')).data).toBe('gate')
    await chief.client.rpc('set_staff_role', { p_user_id: gate.id, p_role: null }).throwOnError()
    expect((await gate.client.rpc('my_role')).data).toBeNull()
  })
})

/** Makes all sessions of a person six minutes older. */
const sixMinutesAgo = ({ id }: Customer) =>
  inDatabase(shop, (sql) =>
    sql.query("update auth.sessions set created_at = now() - interval '6 minutes' where user_id = $1", [id]),
  )

describe('changing a password needs a fresh sign-in', () => {
  test('refuses a session of six minutes ago, but not after signing in again', async () => {
    const farah = await newCustomer(shop)
    await sixMinutesAgo(farah)
    const { error } = await farah.client.auth.updateUser({ password: 'another password' })
    expect(error?.code).toBe('reauthentication_needed')
    expect((await visitor(shop).auth.signInWithPassword(farah)).error, 'nothing has changed').toBeNull()
    const again = await secondSession(farah)
    expect((await again.client.auth.updateUser({ password: 'another password' })).error).toBeNull()
  })

  test('refuses a token in another spelling that the services behind would accept', async () => {
    const farah = await newCustomer(shop)
    const thief = await secondSession(farah)
    await sixMinutesAgo(farah)
    const [head, claims, signature] = thief.token.split('.')
    const spellings = [
      `Bearer ${thief.token}=`,
      `Bearer ${thief.token}==`,
      `Bearer  ${thief.token}`,
      `Bearer ${thief.token} `,
      `Bearer ${head}.${claims}. ${signature}`,
      `Bearer ${head}=.${claims}=.${signature}=`,
      `bearer ${thief.token}=`,
      `Bearer\t${thief.token}=`,
      `Basic ${thief.token}`,
      `Bearer ${thief.token}, Bearer ${thief.token}`,
    ]
    for (const authorization of spellings)
      for (const password of ['another password', 'x'.repeat(80)]) {
        const answer = await post(shop, '/auth/v1/user', { password }, { authorization }, 'PUT')
        expect(answer.status, JSON.stringify(authorization)).toBeGreaterThanOrEqual(400)
      }
    const { error } = await visitor(shop).auth.signInWithPassword(farah)
    expect(error, 'the password is still theirs').toBeNull()
  })

  test('does not apply to other changes of the account', async () => {
    const farah = await newCustomer(shop)
    await sixMinutesAgo(farah)
    expect((await farah.client.auth.updateUser({ data: { seen: true } })).error).toBeNull()
  })
})
