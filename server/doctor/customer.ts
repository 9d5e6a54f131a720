import { randomUUID } from 'node:crypto'
import { notAsked, unless, type Check } from './check.ts'
import type { Heard, RunningShop } from './running-shop.ts'

interface Session {
  access_token: string
  user: { id: string }
}

const parsed = ({ text }: Heard): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Checks a customer's rights with an account that the operator made for it. */
export function customerChecks(account: { email: string; password: string } | null): Check[] {
  if (!account) {
    return [
      {
        promise: 'A customer reads their own rows alone, and decides nothing',
        ask: async () =>
          notAsked('Make an account for it: DOCTOR_EMAIL=… DOCTOR_PASSWORD=… npm run doctor -- <address>'),
      },
    ]
  }
  let session: Session | null = null
  const signedIn = async (shop: RunningShop): Promise<{ authorization: string; userId: string } | null> => {
    const heard = session ? null : await shop.call('POST', '/auth/v1/token?grant_type=password', { body: account })
    if (heard?.status === 200) session = parsed(heard) as Session
    return session && { authorization: `Bearer ${session.access_token}`, userId: session.user.id }
  }
  const asking =
    (ask: (shop: RunningShop, me: { headers: Record<string, string>; userId: string }) => ReturnType<Check['ask']>) =>
    async (shop: RunningShop) => {
      const me = await signedIn(shop)
      if (!me) return notAsked(`${account.email} could not sign in.`)
      return ask(shop, { headers: { authorization: me.authorization }, userId: me.userId })
    }
  return [
    {
      promise: 'A customer reads their own rows alone',
      ask: asking(async (shop, { headers, userId }) => {
        const open: string[] = []
        for (const table of ['payments', 'user_tickets', 'refunds', 'profiles']) {
          const column = table === 'profiles' ? 'id' : 'user_id'
          const rows = parsed(
            await shop.call('GET', `/rest/v1/${table}?select=${column}&${column}=neq.${userId}&limit=1`, { headers }),
          )
          if (Array.isArray(rows) && rows.length > 0) open.push(table)
        }
        return unless(
          open.length > 0 && `Others’ rows can be read of: ${open.join(', ')}. (Is it the account of staff?)`,
        )
      }),
    },
    {
      promise: 'A customer decides no payment, and makes no one staff',
      ask: asking(async (shop, { headers, userId }) => {
        const decided = await shop.call('POST', '/rest/v1/rpc/review_payment', {
          ...{ headers, body: { p_payment_id: randomUUID(), p_decision: 'approved', p_note: null } },
        })
        const promoted = await shop.call('POST', '/rest/v1/rpc/set_staff_role', {
          ...{ headers, body: { p_user_id: randomUUID(), p_role: 'admin' } },
        })
        const paid = await shop.call('PATCH', `/rest/v1/payments?user_id=eq.${userId}&id=eq.${randomUUID()}`, {
          ...{ headers, body: { status: 'approved' } },
        })
        return unless(
          decided.status !== 403 && `review_payment answers ${decided.status}.`,
          promoted.status !== 403 && `set_staff_role answers ${promoted.status}.`,
          paid.status < 400 && 'A payment may be changed directly.',
        )
      }),
    },
  ]
}
