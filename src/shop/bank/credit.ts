import { toPaise } from '#shop/prices/money.ts'
import {
  boolean,
  filled,
  from,
  instant,
  list,
  oneOf,
  oneOfOrNull,
  or,
  orNull,
  row,
  text,
  type Of,
} from '#platform/text/wire.ts'

/** `free`: open, it backs no payment yet. `used`: it backs one. */
export const creditStates = ['free', 'used', 'set_aside', 'returned'] as const
export type CreditState = (typeof creditStates)[number]
/** `unclaimed`: free, and no payment names it. */
export type CreditFilter = CreditState | 'unclaimed'

const matchKeys = ['code', 'utr', 'prefix', 'near_utr', 'short_prefix', 'hand'] as const
/** How a credit names an order. */
export type MatchKey = (typeof matchKeys)[number]

const proofSources = ['statement', 'mail', 'report', 'gateway'] as const
export type ProofSource = (typeof proofSources)[number]

/** Reads sources in the order in which the console shows them. Throws TypeError for an unknown one. */
export function parseSources(sources: readonly string[]): ProofSource[] {
  const known = list(oneOf(proofSources))(sources)
  return proofSources.filter((source) => known.includes(source))
}

export const parseMatchKey = oneOfOrNull(matchKeys)

/** Throws for a row of another shape. */
export const parseNear = row({
  id: from('credit_id', text),
  amount: toPaise,
  /** 'YYYY-MM-DD', India time. */
  bookedOn: text,
  /** How it does. */
  near: from('key', oneOf(matchKeys)),
})
/** An open credit that nearly names a payment. */
export type NearCredit = Of<typeof parseNear>

const parseKeyed = row({
  orderCode: text,
  /** Null while its customer has not submitted it. */
  paymentId: orNull(text),
  userName: orNull(text),
  /** The order's price; null when it is not known any more. */
  amount: orNull(toPaise),
  key: oneOf(matchKeys),
})
/** An order that an open credit names or nearly names. */
export interface LikelyOrder extends Omit<Of<typeof parseKeyed>, 'key'> {
  /** All that lead to it, the clearest first. */
  keys: MatchKey[]
}

/** Each order once: the database has a row for each key that leads to it. */
function parseLikely(rows: unknown): LikelyOrder[] {
  const orders = new Map<string, LikelyOrder>()
  for (const { key, ...order } of list(parseKeyed)(rows)) {
    const known = orders.get(order.orderCode)
    if (known) known.keys = matchKeys.filter((one) => one === key || known.keys.includes(one))
    else orders.set(order.orderCode, { ...order, keys: [key] })
  }
  return [...orders.values()]
}

/** Throws for a row of another shape. */
export const parseCredit = row({
  id: text,
  /** 'YYYY-MM-DD', India time. */
  bookedOn: text,
  /** ISO instant; null where no proof says more than the day. */
  creditedAt: orNull(instant),
  amount: toPaise,
  /** What the payer wrote: never trust it. */
  narration: text,
  /** Twelve digits each; several where exports show different numbers of one transfer. */
  utrs: list(text),
  payerVpa: filled,
  sources: parseSources,
  /** False: it approves no payment without a person. */
  certain: from('is_certain', boolean),
  state: oneOf(creditStates),
  /** Which key led to its order; null while it is open. */
  matchedBy: parseMatchKey,
  /** What it paid for; null while it is open. */
  orderCode: orNull(text),
  paymentId: orNull(text),
  likely: or(parseLikely, []),
  setAsideReason: orNull(text),
  returnedTo: orNull(text),
  returnedUtr: orNull(text),
  /** Who set it aside, sent it back or gave it to an order. */
  decidedBy: orNull(text),
  /** The order that staff gave it to; null otherwise. */
  givenCode: orNull(text),
  /** It was shared among orders: it is set aside, and its parts replace it. */
  shared: from('is_shared', boolean),
  /** What came in, of which this credit is a part; null for a whole one. */
  partOf: from('whole_amount', orNull(toPaise)),
})
export type Credit = Of<typeof parseCredit>

/**
 * Reads an order's code as it was typed: any case, spaces and hyphens, with or without MF, letters that the code does not
 * have (O, I, L) for the digits that they look like. Null for anything else.
 */
export function readOrderCode(typed: string): string | null {
  const clean = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  const signs = /^(?:MF)?([0-9A-HJKMNP-TV-Z]{8})$/.exec(clean)?.[1]
  return signs === undefined ? null : `MF${signs}`
}
