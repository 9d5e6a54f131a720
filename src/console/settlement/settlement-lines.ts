import type { Settlement } from '#shop/settlement/settlement.ts'
import { shareText } from './settlement-words.ts'

/** A line of the statement, in paise; below 0 for what goes off. */
export interface MoneyLine {
  label: string
  note?: string
  amount: number
  /** It sums the lines above it. */
  sum?: boolean
}

/** Leaves out lines of nothing; sums stay. */
const filled = (lines: readonly MoneyLine[]): MoneyLine[] => lines.filter(({ amount, sum }) => sum || amount !== 0)

/** Returns how the price of the tickets becomes net ticket sales, and with taxes and fee what customers paid. */
export const soldLines = ({ total }: Pick<Settlement, 'total'>): MoneyLine[] =>
  filled([
    { label: 'Tickets at full price', amount: total.gross },
    { label: 'Discounts by codes', amount: -total.discount },
    { label: 'Refunds, without taxes and fee', amount: total.net - total.sales },
    { label: 'Net ticket sales', amount: total.net, sum: true },
    { label: 'GST', amount: total.netGst },
    { label: 'Local tax', amount: total.netLocalTax },
    { label: 'Convenience fee', amount: total.netFee },
    { label: 'Rounding', amount: total.netRounding },
    { label: 'Paid by customers, less refunds', amount: total.total - total.refunded - total.owed, sum: true },
  ])

/** Returns how net ticket sales and the fee are divided. */
export const settledLines = ({ split, costs, total }: Pick<Settlement, 'split' | 'costs' | 'total'>): MoneyLine[] => [
  ...filled([
    { label: 'Net ticket sales', amount: split.sales },
    { label: 'Convenience fee', amount: split.fee },
    { label: 'Rounding', amount: total.netRounding },
  ]),
  ...costs.map(({ label, amount }) => ({ label, amount: -amount })),
  ...split.shares.map((share) => ({ label: share.name, note: shareText(share), amount: -share.amount })),
  { label: 'Left for the organiser', amount: split.organiser, sum: true },
]

/** Returns where what customers paid was seen. */
export const seenLines = ({ money, total }: Pick<Settlement, 'money' | 'total'>): MoneyLine[] =>
  filled([
    { label: 'In bank credits', amount: money.bank },
    { label: 'Cash at tills', amount: money.cash },
    { label: 'By card', amount: money.card },
    { label: 'Approved without a credit', amount: money.missing },
    { label: 'Paid by customers', amount: total.total, sum: true },
  ])

/** Returns how what customers paid becomes net ticket sales: less what went or has to go back, the fee and the taxes. */
export function bridgeLines({ total }: Pick<Settlement, 'total'>): MoneyLine[] {
  const back = total.refunded + total.owed
  return filled([
    { label: 'Paid by customers', amount: total.total, sum: true },
    { label: 'Refunded', amount: -total.refunded },
    { label: 'Owed back', amount: -total.owed },
    { label: 'Net', note: 'what refunds leave', amount: back === 0 ? 0 : total.total - back, sum: back !== 0 },
    { label: 'Convenience fee', amount: -total.netFee },
    { label: 'Rounding', amount: -total.netRounding },
    { label: 'GST', amount: -total.netGst },
    { label: 'Local tax', amount: -total.netLocalTax },
    { label: 'Net ticket sales', amount: total.net, sum: true },
  ])
}
