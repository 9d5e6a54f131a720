import { createHmac, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { EMBEDDED_PUBLISHABLE_KEY } from '../../../src/platform/supabase/embedded-key.ts'
import { inDatabase } from '../database/database.ts'
import type { Shop } from '../server/shop.ts'
import { newReference } from '../people/customer.ts'

/** Connects a source of proofs for the rest of the day. `approve`: whether a certain credit approves its payment. */
export const seesItsPayments = (shop: Shop, approve: 'off' | 'always'): Promise<void> =>
  inDatabase(shop, async (sql) => {
    await sql.query(
      `insert into private.proof_sources (name, seen_at) values ('story', now() + interval '1 day')
       on conflict (name) do update set seen_at = excluded.seen_at, fault = null`,
    )
    await sql.query('update public.proof_rules set approve = $1', [approve])
  })

/** The shop is again as it was before. */
export const seesNoPayments = (shop: Shop): Promise<void> =>
  inDatabase(shop, async (sql) => {
    await sql.query("delete from private.proof_sources where name = 'story'")
    await sql.query("update public.proof_rules set approve = 'off'")
  })

/** Calls a function as the shop's own services do: with the key that signs its sessions. */
async function asService(shop: Shop, name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { jwtSecret } = JSON.parse(readFileSync(join(shop.dataDir, 'secrets.json'), 'utf8')) as { jwtSecret: string }
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const seconds = Math.floor(Date.now() / 1_000)
  const claims = { role: 'service_role', sub: randomUUID(), iat: seconds, exp: seconds + 60 }
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  const token = `${signed}.${createHmac('sha256', jwtSecret).update(signed).digest('base64url')}`
  const answer = await fetch(`${shop.url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      apikey: EMBEDDED_PUBLISHABLE_KEY,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(args),
  })
  expect(answer.status, await answer.clone().text()).toBe(200)
  return (await answer.json()) as Record<string, unknown>
}

interface Credit {
  /** Rupees as in the payment's link: '1829.50'. */
  amount: string
  /** What the payer's app sent, as the bank's mail repeats it. */
  note: string
  /** Twelve digits; one is made up otherwise. */
  utr?: string
}

/** The bank says that money came: the payment of its order is made. Returns the credit's id. */
export async function moneyComes(shop: Shop, { amount, note, utr = newReference() }: Credit): Promise<string> {
  const credit = await asService(shop, 'take_proof', {
    p_proof: {
      source: 'mail',
      external_id: randomUUID(),
      credited_at: new Date().toISOString(),
      amount,
      utr,
      note,
      payer_vpa: 'asha@examplebank',
      certain: true,
      content: {},
    },
  })
  return String(credit['credit_id'])
}

/** The same, and the credit approves the payment at once. */
export async function provenMoneyComes(shop: Shop, credit: Credit): Promise<void> {
  const id = await moneyComes(shop, credit)
  expect(await asService(shop, 'settle_credit', { p_credit_id: id })).toMatchObject({ status: 'approved', doubt: null })
}
