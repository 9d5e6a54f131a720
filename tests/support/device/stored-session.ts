import { schema, SCHEMA_VERSION } from '../../../src/shop/device/schema.ts'
import { EMBEDDED_PUBLISHABLE_KEY } from '../../../src/platform/supabase/embedded-key.ts'
import { outside } from '../server/outside.ts'
import { SESSION_KEY } from '../../../src/platform/supabase/stored-session.ts'

/** Dexie counts its versions in tens. */
const OF_DEXIE = 10

/** Signs in and returns what the browser of that person has stored then, in Playwright's form. */
export async function signedIn(shop: { url: string }, account: { email: string; password: string }) {
  const answer = await outside(`${shop.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: EMBEDDED_PUBLISHABLE_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ email: account.email, password: account.password }),
  })
  if (!answer.ok) throw new Error(`Signing in as ${account.email} answered ${answer.status}`)
  const session = (await answer.json()) as { expires_in: number }
  const kept = JSON.stringify({ ...session, local_expires_at: Date.now() + session.expires_in * 1000 })
  const stores = Object.entries(schema).map(([name, { key, indexes }]) => ({
    name,
    autoIncrement: false,
    keyPath: key,
    indexes: indexes.map((index) => {
      const column = index.replace('*', '')
      return { name: column, keyPath: column, multiEntry: index.startsWith('*'), unique: false }
    }),
    records: name === 'session' ? [{ value: { key: SESSION_KEY, value: kept } }] : [],
  }))
  const indexedDB = [{ name: 'mehfil', version: SCHEMA_VERSION * OF_DEXIE, stores }]
  return { cookies: [], origins: [{ origin: shop.url, localStorage: [], indexedDB }] }
}
