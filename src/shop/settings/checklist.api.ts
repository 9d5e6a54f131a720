import type { Result } from '#platform/failure/failure.ts'
import { callRead, parsedJson } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'
import { iso, numberOf } from '#platform/text/wire-values.ts'
import { toPaise, type Paise } from '#shop/prices/money.ts'
import type { ReceivedToday } from './day-limit.ts'
import type { UpiKind } from './shop-settings.ts'

/** What a shop does before its first sale. */
export const checklistNames = [
  'payee',
  'upi_kind',
  'own_account',
  'contacts',
  'terms',
  'proofs',
  'concert',
  'order_limit',
  'gate',
  'first_payment',
] as const
export type ChecklistName = (typeof checklistNames)[number]

export type MissingContact = 'email' | 'phone' | 'address' | 'grievance_officer' | 'grievance_contact'

export interface ChecklistFacts {
  upiKind: UpiKind
  missing: MissingContact[]
  /** The first day ('YYYY-MM-DD', India time) of the newest terms of the shop's own; null while it has none. */
  ownTermsFrom: string | null
  statement: boolean
  /** Sources of proofs that work, and those that do not. */
  sources: string[]
  faults: string[]
  /** The next one that is published and has tickets. */
  concert: { singerName: string; city: string; date: string } | null
  /** The categories by which one order can come to more than ₹1,00,000, and what the most seats of each cost. */
  dear: { singerName: string; city: string; categoryName: string; total: Paise }[]
  /** Whose role lasts until that concert begins. */
  admins: number
  gate: number
  tests: boolean
  credits: boolean
}

export interface SaleChecklist {
  /** A real payment was approved. */
  sold: boolean
  items: { name: ChecklistName; done: boolean }[]
  facts: ChecklistFacts
}

interface ChecklistWire {
  sold: boolean
  items: { name: string; done: boolean; detail: Record<string, unknown> }[]
}
interface DetailsWire {
  upi_kind: { kind: UpiKind | null }
  contacts: { missing: MissingContact[] }
  terms: { from_day: string | null }
  proofs: { statement: boolean; sources: string[]; faults: string[] }
  concert: { event_id: string | null; singer_name: string; city: string; date: string }
  order_limit: { categories: { singer_name: string; city: string; category_name: string; total: number }[] }
  gate: { admins: number; gate: number }
  first_payment: { tests: boolean; credits: boolean }
}

export async function readSaleChecklist(): Promise<Result<SaleChecklist>> {
  const answer = await callRead(async () => (await backend({ console: true })).rpc('sale_checklist'))
  return parsedJson(answer, ({ sold, items }: ChecklistWire) => {
    const of = Object.fromEntries(items.map(({ name, detail }) => [name, detail])) as unknown as DetailsWire
    const { concert } = of
    return {
      sold,
      items: checklistNames.map((name) => ({ name, done: items.some((item) => item.name === name && item.done) })),
      facts: {
        upiKind: of.upi_kind.kind ?? '',
        missing: of.contacts.missing,
        ownTermsFrom: of.terms.from_day,
        ...of.proofs,
        concert: concert.event_id
          ? { singerName: concert.singer_name, city: concert.city, date: iso(concert.date) }
          : null,
        dear: of.order_limit.categories.map((row) => ({
          singerName: row.singer_name,
          city: row.city,
          categoryName: row.category_name,
          total: toPaise(row.total),
        })),
        admins: numberOf(of.gate.admins),
        gate: numberOf(of.gate.gate),
        ...of.first_payment,
      },
    }
  })
}

/** Returns what the account received today (India time), and its limit. */
export async function readReceivedToday(): Promise<Result<ReceivedToday>> {
  const answer = await callRead(async () => (await backend({ console: true })).rpc('received_today'))
  return parsedJson(
    answer,
    ({ limit, received, counted }: { limit: string | null; received: string; counted: 'credits' | 'payments' }) => ({
      limit: limit === null ? null : toPaise(limit),
      received: toPaise(received),
      counted,
    }),
  )
}
