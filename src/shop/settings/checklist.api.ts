import type { Result } from '#platform/failure/failure.ts'
import { asIs, boolean, instant, list, number, orNull, row, text, type Of } from '#platform/text/wire.ts'
import { asStaff } from '#platform/supabase/ask.ts'
import { toPaise } from '#shop/prices/money.ts'
import type { ReceivedToday, UpiKind } from './shop-settings.ts'

/** What a shop does before its first sale. */
export const checklistNames = [
  'payee',
  'upi_kind',
  'own_account',
  'contacts',
  'terms',
  'proofs',
  'bank_seen',
  'concert',
  'order_limit',
  'gate',
  'first_payment',
  'registration',
] as const
export type ChecklistName = (typeof checklistNames)[number]

export type MissingContact = 'email' | 'phone' | 'address' | 'grievance_officer' | 'grievance_contact'

const parseConcert = row({ singerName: text, city: text, date: instant })

/** The `detail` of each item that has facts. */
const parseDetails = row({
  upiKind: row({ kind: (kind: unknown) => (kind ?? '') as UpiKind }),
  contacts: row({ missing: asIs<MissingContact[]>() }),
  terms: row({ fromDay: orNull(text) }),
  proofs: row({
    statement: boolean,
    /** Sources of proofs that work, and those that do not. */
    sources: list(text),
    faults: list(text),
  }),
  bankSeen: row({
    /** Id of `banks`; null while none is chosen. */
    bank: orNull(text),
    /** Its mails can come. */
    mailbox: boolean,
    /** Mails that the bank signed, which a wording read, and which none did. */
    read: number,
    unread: number,
    gateways: list(text),
    statement: boolean,
  }),
  concert: (concert: { event_id: string | null } & Parameters<typeof parseConcert>[0]) =>
    concert.event_id ? parseConcert(concert) : null,
  orderLimit: row({
    categories: list(row({ singerName: text, city: text, categoryName: text, total: toPaise })),
  }),
  /** Whose role lasts until that concert begins. */
  gate: row({ admins: number, gate: number }),
  firstPayment: row({ tests: boolean, credits: boolean }),
  /** Of this financial year. */
  registration: row({ turnover: toPaise, limit: toPaise }),
})

const factsOf = ({ upiKind, contacts, terms, bankSeen, concert, orderLimit, ...of }: Of<typeof parseDetails>) => ({
  upiKind: upiKind.kind,
  missing: contacts.missing,
  /** The first day ('YYYY-MM-DD', India time) of the newest terms of the shop's own; null while it has none. */
  ownTermsFrom: terms.fromDay,
  ...of.proofs,
  bankSeen,
  /** The next one that is published and has tickets. */
  concert,
  /** The categories by which one order can come to more than ₹1,00,000, and what the most seats of each cost. */
  dear: orderLimit.categories,
  ...of.gate,
  ...of.firstPayment,
  ...of.registration,
})
export type ChecklistFacts = ReturnType<typeof factsOf>

const parseAnswer = row({
  /** A real payment was approved. */
  sold: boolean,
  items: list(row({ name: text, done: boolean, detail: asIs<unknown>() })),
})
export interface SaleChecklist {
  sold: boolean
  items: { name: ChecklistName; done: boolean }[]
  facts: ChecklistFacts
}

export const readSaleChecklist = (): Promise<Result<SaleChecklist>> =>
  asStaff.read('sale_checklist', {}, (value: Parameters<typeof parseAnswer>[0]) => {
    const { sold, items } = parseAnswer(value)
    const details = Object.fromEntries(items.map(({ name, detail }) => [name, detail]))
    return {
      sold,
      items: checklistNames.map((name) => ({ name, done: items.some((item) => item.name === name && item.done) })),
      facts: factsOf(parseDetails(details as Parameters<typeof parseDetails>[0])),
    }
  })

/** Returns what the account received today (India time), and its limit. */
export const readReceivedToday = (): Promise<Result<ReceivedToday>> =>
  asStaff.read(
    'received_today',
    {},
    row({
      limit: orNull(toPaise),
      received: toPaise,
      counted: asIs<ReceivedToday['counted']>(),
    }),
  )
