import { iso, isoOrNull, list, numberOf, oneOf } from '#platform/text/wire-values.ts'
import { toPaise, type Paise } from '#shop/prices/money.ts'
import { doorMethods, type DoorMethod } from './door-sale.ts'

export interface Sum {
  n: number
  amount: Paise
}

export interface TillMove {
  id: string
  /** Paise: in positive, out negative. */
  amount: Paise
  reason: string
  at: string
}

export interface TillSale {
  orderId: string
  orderCode: string
  at: string
  event: string
  method: DoorMethod
  total: Paise
  tickets: number
  /** ISO instant; null for a sale that counts. */
  undoneAt: string | null
}

/** Times are ISO instants, amounts paise. */
export interface TillBook {
  id: string
  name: string
  openedAt: string
  openedBy: string | null
  opening: Paise
  byMethod: Record<DoorMethod, Sum>
  undone: Sum
  moves: TillMove[]
  expected: Paise
  /** Null while it is open, as the two below. */
  counted: Paise | null
  difference: Paise | null
  closedAt: string | null
  note: string
  /** The newest 200. */
  sales: TillSale[]
}

interface SumWire {
  n: number | string
  amount: number | string
}

export interface TillBookWire {
  till: { id: string; name: string }
  opened_at: string
  opened_by_name: string | null
  opening_cash: number | string
  by_method: Partial<Record<DoorMethod, SumWire>>
  undone: SumWire
  moves: { id: string; amount: number | string; reason: string; at: string }[]
  expected_cash: number | string
  counted_cash: number | string | null
  difference: number | string | null
  closed_at: string | null
  note: string | null
  sales: {
    order_id: string
    order_code: string
    at: string
    event: string | null
    method: string
    total: number | string
    tickets: number | string
    undone_at: string | null
  }[]
}

const sumOf = (wire: SumWire | undefined): Sum =>
  wire ? { n: numberOf(wire.n), amount: toPaise(wire.amount) } : { n: 0, amount: 0 }

const paiseOrNull = (value: number | string | null): Paise | null => (value === null ? null : toPaise(value))

export const parseTillBook = (row: TillBookWire): TillBook => ({
  id: row.till.id,
  name: row.till.name,
  openedAt: iso(row.opened_at),
  openedBy: row.opened_by_name || null,
  opening: toPaise(row.opening_cash),
  byMethod: {
    cash: sumOf(row.by_method.cash),
    upi: sumOf(row.by_method.upi),
    card: sumOf(row.by_method.card),
    complimentary: sumOf(row.by_method.complimentary),
  },
  undone: sumOf(row.undone),
  moves: list(row.moves).map(({ id, amount, reason, at }) => ({ id, amount: toPaise(amount), reason, at: iso(at) })),
  expected: toPaise(row.expected_cash),
  counted: paiseOrNull(row.counted_cash),
  difference: paiseOrNull(row.difference),
  closedAt: isoOrNull(row.closed_at),
  note: row.note ?? '',
  sales: list(row.sales).map((sale) => ({
    orderId: sale.order_id,
    orderCode: sale.order_code,
    at: iso(sale.at),
    event: sale.event ?? '',
    method: oneOf(doorMethods, sale.method),
    total: toPaise(sale.total),
    tickets: numberOf(sale.tickets),
    undoneAt: isoOrNull(sale.undone_at),
  })),
})

/** Tickets and money of a book that count. */
export const soldIn = ({ byMethod }: Pick<TillBook, 'byMethod'>): Sum =>
  doorMethods.reduce(
    (sum, method) => ({ n: sum.n + byMethod[method].n, amount: sum.amount + byMethod[method].amount }),
    { n: 0, amount: 0 },
  )
