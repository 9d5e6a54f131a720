import type { Sql } from '../../../server/database/database.ts'
import { EMBEDDED_PUBLISHABLE_KEY } from '../../../src/platform/supabase/embedded-key.ts'
import { atLeast, type Report } from '../measure.ts'
import { perSecond } from '../sale-load.ts'
import { openHall } from './hall.ts'
import { encode, HttpPool } from './http-client.ts'
import { joinOf, openQueue } from './queue-requests.ts'
import { from } from './requests.ts'
import { openShop } from './shop-kinds.ts'
import { addressOf } from './watchers.ts'

const JOINS = 4_000
const WARM_UP = 500
/** Half of what docs/capacity.md reckons with. */
const LEAST_SIGN_INS = 6
const LEAST_JOINS = 400
const SIGN_INS = 200
const CONNECTIONS = 16
const HOUR_S = 3_600
const PASSWORD = 'a long evening of music'

/** How many people a second one process signs in and lets join a queue, each by an account of their own. */
export async function people(): Promise<Report> {
  const opened = await openShop('postgres', { TRUST_PROXY: '1' })
  const { shop, secret } = opened
  const pool = new HttpPool(shop.url, CONNECTIONS)
  const ask = async (request: Buffer): Promise<void> => {
    const { status, body } = await pool.ask(request)
    if (status !== 200) throw new Error(`${status}: ${body.toString().slice(0, 300)}`)
  }
  try {
    const hall = await opened.inDatabase((sql) => openHall(sql, { categories: 1, seatsEach: 10, customers: JOINS }))
    await opened.inDatabase((sql) => openQueue(sql, hall.event, HOUR_S))
    const addresses = await opened.inDatabase((sql) => setPasswords(sql, hall.customers.slice(0, SIGN_INS)))
    const joins = hall.customers.map((user, n) => joinOf({ user, secret, address: addressOf(n) }, hall.event))
    await perSecond(joins.splice(0, WARM_UP), CONNECTIONS, ask)
    const joined = await perSecond(joins, CONNECTIONS, ask)
    const signIns = addresses.map((email, n) =>
      encode({
        method: 'POST',
        path: '/auth/v1/token?grant_type=password',
        headers: { apikey: EMBEDDED_PUBLISHABLE_KEY, ...from(addressOf(n)) },
        body: { email, password: PASSWORD },
      }),
    )
    const signedIn = await perSecond(signIns, CONNECTIONS, ask)
    return {
      tables: [
        {
          title: `People a second, PostgreSQL, ${CONNECTIONS} at a time`,
          head: ['sign in with a password', 'join a queue'],
          rows: [[signedIn.toFixed(1), joined.toFixed(0)]],
        },
      ],
      measures: [
        atLeast('people who sign in, a second', signedIn, LEAST_SIGN_INS, (people) => people.toFixed(1)),
        atLeast('people who join, a second', joined, LEAST_JOINS, (people) => people.toFixed(0)),
      ],
    }
  } finally {
    pool.close()
    await opened.close()
  }
}

/** Gives these accounts one password, and returns their addresses. */
async function setPasswords(sql: Sql, users: readonly string[]): Promise<string[]> {
  const rows = await sql.query<{ email: string }>(
    `with hashed as materialized (select extensions.crypt($2, extensions.gen_salt('bf', 10)) as password)
      update auth.users u set aud = 'authenticated', role = 'authenticated', encrypted_password = h.password,
        raw_app_meta_data = '{"provider": "email", "providers": ["email"]}'
      from hashed h where u.id in (select x::uuid from jsonb_array_elements_text($1::jsonb) as x) returning u.email`,
    [JSON.stringify(users), PASSWORD],
  )
  return rows.map(({ email }) => email)
}
