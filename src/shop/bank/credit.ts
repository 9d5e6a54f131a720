import { toPaise, type Paise } from '#shop/prices/money.ts'
import { isoOrNull, oneOf, oneOfOrNull } from '#platform/text/wire-values.ts'

/** `free`: open, it backs no payment yet. `used`: it backs one. */
export const creditStates = ['free', 'used', 'set_aside', 'returned'] as const
export type CreditState = (typeof creditStates)[number]

const matchKeys = ['code', 'utr', 'prefix', 'near_utr', 'short_prefix', 'hand'] as const
/** How a credit names an order. */
export type MatchKey = (typeof matchKeys)[number]

const proofSources = ['statement', 'mail', 'report', 'gateway'] as const
export type ProofSource = (typeof proofSources)[number]

/** An order that an open credit names or nearly names. */
export interface LikelyOrder {
  orderCode: string
  /** Null while its customer has not submitted it. */
  paymentId: string | null
  userName: string | null
  /** The order's price; null when it is not known any more. */
  amount: Paise | null
  /** All that lead to it, the clearest first. */
  keys: MatchKey[]
}

export interface Credit {
  id: string
  /** 'YYYY-MM-DD', India time. */
  bookedOn: string
  /** ISO instant; null where no proof says more than the day. */
  creditedAt: string | null
  amount: Paise
  /** What the payer wrote: never trust it. */
  narration: string
  /** Twelve digits each; several where exports show different numbers of one transfer. */
  utrs: string[]
  payerVpa: string | null
  sources: ProofSource[]
  /** False: it approves no payment without a person. */
  certain: boolean
  state: CreditState
  /** Which key led to its order; null while it is open. */
  matchedBy: MatchKey | null
  /** What it paid for; null while it is open. */
  orderCode: string | null
  paymentId: string | null
  likely: LikelyOrder[]
  setAsideReason: string | null
  returnedTo: string | null
  returnedUtr: string | null
  /** Who set it aside, sent it back or gave it to an order. */
  decidedBy: string | null
  /** The order that staff gave it to; null otherwise. */
  givenCode: string | null
  /** It was shared among orders: it is set aside, and its parts replace it. */
  shared: boolean
  /** What came in, of which this credit is a part; null for a whole one. */
  partOf: Paise | null
}

interface LikelyWire {
  order_code: string
  payment_id: string | null
  user_name: string | null
  amount: number | null
  key: string
}

export interface CreditWire {
  id: string
  booked_on: string
  credited_at: string | null
  amount: number
  narration: string
  utrs: string[]
  payer_vpa: string | null
  sources: string[]
  is_certain: boolean
  state: string
  matched_by: string | null
  order_code: string | null
  payment_id: string | null
  likely: unknown
  set_aside_reason: string | null
  returned_to: string | null
  returned_utr: string | null
  decided_by: string | null
  given_code: string | null
  is_shared: boolean
  whole_amount: number | null
}

/** Reads sources in the order in which the console shows them. Throws TypeError for an unknown one. */
export function parseSources(sources: readonly string[]): ProofSource[] {
  const known = sources.map((source) => oneOf(proofSources, source))
  return proofSources.filter((source) => known.includes(source))
}

export const parseMatchKey = (key: string | null): MatchKey | null => oneOfOrNull(matchKeys, key)

/** An open credit that nearly names a payment. */
export interface NearCredit {
  id: string
  amount: Paise
  /** 'YYYY-MM-DD', India time. */
  bookedOn: string
  /** How it does. */
  near: MatchKey
}

export interface NearWire {
  credit_id: string
  amount: number
  booked_on: string
  key: string
}

/** Throws for a row of another shape. */
export const parseNear = (row: NearWire): NearCredit => ({
  id: row.credit_id,
  amount: toPaise(row.amount),
  bookedOn: row.booked_on,
  near: oneOf(matchKeys, row.key),
})

/** Each order once: the database has a row for each key that leads to it. */
function parseLikely(rows: readonly LikelyWire[]): LikelyOrder[] {
  const orders = new Map<string, LikelyOrder>()
  for (const row of rows) {
    const key = oneOf(matchKeys, row.key)
    const known = orders.get(row.order_code)
    if (known) known.keys = matchKeys.filter((one) => one === key || known.keys.includes(one))
    else
      orders.set(row.order_code, {
        orderCode: row.order_code,
        paymentId: row.payment_id,
        userName: row.user_name,
        amount: row.amount === null ? null : toPaise(row.amount),
        keys: [key],
      })
  }
  return [...orders.values()]
}

/** Throws for a row of another shape. */
export const parseCredit = (row: CreditWire): Credit => ({
  id: row.id,
  bookedOn: row.booked_on,
  creditedAt: isoOrNull(row.credited_at),
  amount: toPaise(row.amount),
  narration: row.narration,
  utrs: row.utrs,
  payerVpa: row.payer_vpa || null,
  sources: parseSources(row.sources),
  certain: row.is_certain,
  state: oneOf(creditStates, row.state),
  matchedBy: parseMatchKey(row.matched_by),
  orderCode: row.order_code ?? null,
  paymentId: row.payment_id ?? null,
  likely: parseLikely((row.likely ?? []) as LikelyWire[]),
  setAsideReason: row.set_aside_reason ?? null,
  returnedTo: row.returned_to ?? null,
  returnedUtr: row.returned_utr ?? null,
  decidedBy: row.decided_by ?? null,
  givenCode: row.given_code ?? null,
  shared: row.is_shared,
  partOf: row.whole_amount === null ? null : toPaise(row.whole_amount),
})

/**
 * Reads an order's code as it was typed: any case, spaces and hyphens, with or without MF, letters that the code does not
 * have (O, I, L) for the digits that they look like. Null for anything else.
 */
export function readOrderCode(typed: string): string | null {
  const clean = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  const signs = /^(?:MF)?([0-9A-HJKMNP-TV-Z]{8})$/.exec(clean)?.[1]
  return signs === undefined ? null : `MF${signs}`
}
