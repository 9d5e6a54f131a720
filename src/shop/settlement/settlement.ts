import { paymentMethods } from '#shop/box-office/door-sale.ts'
import { toPaise, type Paise } from '#shop/prices/money.ts'
import {
  boolean,
  from,
  instant,
  list,
  number,
  oneOf,
  oneOfOrNull,
  or,
  orNull,
  row,
  text,
  type Of,
} from '#platform/text/wire.ts'

/** Sums of some tickets of a concert. Taxes and fee are apart from `gross`, `sales` and `net`. A closed settlement has the
 * fields of its day: one that is added later needs a fallback. */
const figures = {
  /** Sold; complimentary and free ones that are still valid. */
  tickets: number,
  /** Of them taken back or refunded. */
  back: number,
  /** At full price, before codes. */
  gross: toPaise,
  discount: toPaise,
  sales: toPaise,
  /** With that of the fee. */
  gst: toPaise,
  localTax: toPaise,
  fee: toPaise,
  /** What made totals whole rupees; an order's is of its largest line. */
  rounding: or(toPaise, 0),
  /** What customers had to pay: sales, taxes, fee and rounding. */
  total: toPaise,
  /** Of it paid back. */
  refunded: toPaise,
  /** Of it to be paid back. */
  owed: toPaise,
  /** What refunds, paid and owed, leave of the sales, of the taxes, of the fee and of the rounding. */
  net: toPaise,
  netGst: toPaise,
  netLocalTax: toPaise,
  netFee: toPaise,
  netRounding: or(toPaise, 0),
}
const parseFigures = row(figures)
export type Figures = Of<typeof parseFigures>

/** What a percent is of: net ticket sales, or those less the costs. */
export const shareBases = ['sales', 'after_costs'] as const
export type ShareBase = (typeof shareBases)[number]

const parseShare = row({
  name: text,
  /** Null for a fixed sum. */
  percent: orNull(number),
  of: oneOfOrNull(shareBases),
  amount: toPaise,
})
export type SettledShare = Of<typeof parseShare>

const parseCost = row({ label: text, amount: toPaise })
export type Cost = Of<typeof parseCost>

const change = or(toPaise, 0)

export const parseSettlement = row({
  eventId: text,
  singerName: text,
  city: text,
  venue: text,
  date: instant,
  status: oneOf(['scheduled', 'cancelled']),
  /** When it was read. */
  at: instant,
  /** The concert has begun or is cancelled. */
  mayClose: boolean,
  /** 0 until shares or costs are saved. */
  revision: number,
  costs: list(parseCost),
  /** Null while it is open: the figures are those of now. */
  closedAt: orNull(instant),
  /** Null also once the account is gone. */
  closedBy: orNull(text),
  /** By how much figures of `total` changed after it was closed; null for none. */
  since: orNull(
    row({ tickets: or(number, 0), back: or(number, 0), total: change, refunded: change, owed: change, net: change }),
  ),
  total: parseFigures,
  zones: list(row({ ...figures, category: text, price: toPaise, phase: orNull(text) })),
  methods: list(row({ ...figures, method: oneOf(paymentMethods) })),
  codes: list(row({ ...figures, code: orNull(text) })),
  /** 'YYYY-MM-DD' in India, of the approval. */
  days: list(row({ ...figures, day: text })),
  /** What was seen of `total`, and what was not. */
  money: row({ bank: toPaise, cash: toPaise, card: toPaise, missing: toPaise }),
  /** Payments under review. */
  undecided: row({ payments: number, amount: toPaise }),
  split: row({
    sales: toPaise,
    fee: toPaise,
    costs: toPaise,
    shares: list(parseShare),
    /** The organiser's; below 0 for a loss. */
    organiser: from('left', toPaise),
  }),
})
export type Settlement = Of<typeof parseSettlement>

/** Who gets a percent of a base, or a fixed sum. */
export type Share = { name: string } & ({ percent: number; of: ShareBase } | { amount: Paise })
