import { randomBytes } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { EMBEDDED_PUBLISHABLE_KEY } from '../../../src/platform/supabase/embedded-key.ts'
import { outside } from './outside.ts'
import { DEMO_PASSWORD, type Shop } from './shop.ts'

export interface Customer {
  client: SupabaseClient
  id: string
  name: string
  email: string
  password: string
  token: string
}

/** A client that stores no session and does not refresh. */
export function visitor(shop: Pick<Shop, 'url'>): SupabaseClient {
  return createClient(shop.url, EMBEDDED_PUBLISHABLE_KEY, {
    global: { fetch: outside },
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
}

export async function newCustomer(shop: Pick<Shop, 'url'>, name = 'Test Customer'): Promise<Customer> {
  const client = visitor(shop)
  const email = `t${randomBytes(6).toString('hex')}@test.example`
  const password = `pw-${randomBytes(8).toString('hex')}`
  const { data, error } = await client.auth.signUp({ email, password, options: { data: { name } } })
  if (error || !data.session) throw new Error(`Registering failed: ${error?.message ?? 'no session'}`)
  return { client, name, email, password, id: data.session.user.id, token: data.session.access_token }
}

/** Signs in to an account that is there. */
export async function personOf(
  shop: Pick<Shop, 'url'>,
  { email, password }: { email: string; password: string },
): Promise<Customer> {
  const client = visitor(shop)
  const { data, error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw new Error(`Signing in as ${email} failed: ${error.message}`)
  const { name } = data.user.user_metadata as { name: string }
  return { client, name, email, password, id: data.user.id, token: data.session.access_token }
}

export const demoPerson = (shop: Pick<Shop, 'url'>, role: 'customer' | 'admin' | 'gate'): Promise<Customer> =>
  personOf(shop, { email: `${role}@demo.mehfil.example`, password: DEMO_PASSWORD })

export const bearer = ({ token }: Pick<Customer, 'token'>) => ({ authorization: `Bearer ${token}` })

/** Sends JSON to the shop's API with its public key and nothing else of the client library's. */
export const post = (
  { url }: Pick<Shop, 'url'>,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
  method = 'POST',
): Promise<Response> =>
  fetch(url + path, {
    method,
    headers: { apikey: EMBEDDED_PUBLISHABLE_KEY, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
