import type { Sql } from '../../server/database/database.ts'
import { faultsOfBooks } from './sale-books.ts'

/** Money that really came, as the test sent it: what the shop decided is judged by it alone. */
export interface Transfer {
  utr: string
  /** Rupees, two decimals. */
  amount: string
  /** The order that its payer meant. */
  order: string
}

export interface Books {
  approved: Set<string>
  credits: number
  payments: number
  tickets: number
}

const faults: Record<string, string> = {
  'an approved payment is not backed by its whole price': `
    select p.order_code from public.payments p where p.status = 'approved'
      and coalesce((select sum(b.amount) from public.credits b where b.payment_id = p.id), 0)
        < (select sum(l.total_amount) from public.payment_lines l where l.payment_id = p.id)`,
  'a credit backs a payment that is not approved': `
    select b.id from public.credits b join public.payments p on p.id = b.payment_id where p.status <> 'approved'`,
  'one transfer is two credits': `
    select u from public.credits b, unnest(b.utrs) as u group by u having count(*) > 1`,
  'a credit backs a payment and is set aside or returned': `
    select b.id from public.credits b
    where b.payment_id is not null and (b.set_aside_at is not null or b.returned_at is not null)`,
  'what came beyond the price of an approved payment is not owed, or twice': `
    select p.order_code, (select sum(r.amount) from public.refunds r where r.payment_id = p.id) as owed
    from public.payments p where p.status = 'approved'
      and coalesce((select sum(r.amount) from public.refunds r where r.payment_id = p.id), 0)
        <> (select sum(b.amount) from public.credits b where b.payment_id = p.id)
          - (select sum(l.total_amount) from public.payment_lines l where l.payment_id = p.id)`,
  'a certain credit that names one approved order alone is free': `
    select b.id, b.narration from public.credits b join public.payments p on p.order_code = any (b.keys)
    where b.payment_id is null and b.is_certain and p.status = 'approved' and not exists (
      select from private.orders o where o.order_code = any (b.keys) and o.order_code <> p.order_code)`,
  'a person decided': `select p.id from public.payments p where p.status <> 'pending' and not p.approved_by_proof`,
}

/** Returns what is wrong with the shop's books, and with approvals that the transfers do not pay for. */
export async function faultsOfProofs(database: Sql, transfers: readonly Transfer[]): Promise<string[]> {
  const found = await faultsOfBooks((text) => database.query(text))
  for (const [fault, text] of Object.entries(faults)) {
    const rows = await database.query(text)
    if (rows.length > 0) found.push(`${fault}: ${JSON.stringify(rows.slice(0, 3))}`)
  }
  const known = new Map(transfers.map((one) => [one.utr, one]))
  const backed = await database.query<{ order: string; utrs: string[]; amount: string }>(
    `select p.order_id as "order", b.utrs, b.amount::text as amount from public.credits b
     join public.payments p on p.id = b.payment_id`,
  )
  for (const { order, utrs, amount } of backed) {
    const transfer = known.get(utrs[0] ?? '')
    if (transfer?.order !== order || transfer.amount !== amount)
      found.push(`${order} has the credit ${utrs[0]} of ${amount}, which was sent for ${transfer?.order}`)
  }
  return found
}

export async function readBooks(database: Sql): Promise<Books> {
  const [row] = await database.query<{ approved: string[]; credits: number; payments: number; tickets: number }>(
    `select (select coalesce(jsonb_agg(p.order_id), '[]') from public.payments p where p.status = 'approved'
        and exists (select from public.user_tickets t where t.payment_id = p.id and t.revoked_at is null)) as approved,
      (select count(*)::int from public.credits) as credits, (select count(*)::int from public.payments) as payments,
      (select count(*)::int from public.user_tickets) as tickets`,
  )
  if (!row) throw new Error('The books cannot be read.')
  return { ...row, approved: new Set(row.approved) }
}
