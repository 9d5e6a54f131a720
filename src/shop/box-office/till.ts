import { iso, isoOrNull, list, numberOf, oneOf } from '#platform/text/wire-values.ts'
import { toPaise, type Paise } from '#shop/prices/money.ts'
import { doorMethods, type DoorMethod } from './door-sale.ts'

/** The review note that `undo_door_sale` (supabase/schema/69-door.sql) gives a sale; gates get it as the reason. */
export const SALE_UNDONE = 'Undone at the box office'

/** Sales, not tickets. */
export interface Sum {
  n: number
  amount: Paise
}

interface TillMove {
  id: string
  /** Paise: in positive, out negative. */
  amount: Paise
  reason: string
  at: string
  by: string | null
}

export interface TillSale {
  orderId: string
  orderCode: string
  at: string
  method: DoorMethod
  total: Paise
  name: string | null
  /** ISO instant; null for a sale that counts. */
  undoneAt: string | null
  /** One of its valid tickets, for a new link; null without any. */
  ticketId: string | null
  lines: { event: string; category: string; seats: string[] }[]
}

/** What a till took. Times are ISO instants, amounts paise. */
export interface Till {
  id: string
  name: string
  openedAt: string
  openedBy: string | null
  opening: Paise
  /** Without what was undone. */
  byMethod: Record<DoorMethod, Sum>
  undone: Sum
  /** Cash that should be in the drawer. */
  expected: Paise
  /** Null while it is open, as the three below. */
  counted: Paise | null
  difference: Paise | null
  closedAt: string | null
  closedBy: string | null
  note: string
}

export interface TillBook extends Till {
  /** Oldest first. */
  moves: TillMove[]
  /** The newest 200, newest first. */
  sales: TillSale[]
}

interface SumWire {
  n: number
  amount: number
}

export interface TillWire {
  till: { id: string; name: string }
  opened_at: string
  opened_by_name: string | null
  opening_cash: number
  by_method: Record<DoorMethod, SumWire>
  undone: SumWire
  expected_cash: number
  counted_cash: number | null
  difference: number | null
  closed_at: string | null
  closed_by_name: string | null
  note: string | null
}

export interface TillBookWire extends TillWire {
  moves: { id: string; amount: number; reason: string; at: string; by_name: string | null }[]
  sales: {
    order_id: string
    order_code: string
    at: string
    method: string
    total: number
    name: string | null
    undone_at: string | null
    ticket_id: string | null
    lines: { event_name: string; category_name: string; seats: string[] | null }[] | null
  }[]
}

const sumOf = ({ n, amount }: SumWire): Sum => ({ n: numberOf(n), amount: toPaise(amount) })

const paiseOrNull = (value: number | null): Paise | null => (value === null ? null : toPaise(value))

export const parseTill = (row: TillWire): Till => ({
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
  expected: toPaise(row.expected_cash),
  counted: paiseOrNull(row.counted_cash),
  difference: paiseOrNull(row.difference),
  closedAt: isoOrNull(row.closed_at),
  closedBy: row.closed_by_name || null,
  note: row.note ?? '',
})

export const parseTillBook = (row: TillBookWire): TillBook => ({
  ...parseTill(row),
  moves: list(row.moves).map((move) => ({
    id: move.id,
    amount: toPaise(move.amount),
    reason: move.reason,
    at: iso(move.at),
    by: move.by_name || null,
  })),
  sales: list(row.sales).map((sale) => ({
    orderId: sale.order_id,
    orderCode: sale.order_code,
    at: iso(sale.at),
    method: oneOf(doorMethods, sale.method),
    total: toPaise(sale.total),
    name: sale.name || null,
    undoneAt: isoOrNull(sale.undone_at),
    ticketId: sale.ticket_id ?? null,
    lines: (sale.lines ?? []).map((line) => ({
      event: line.event_name,
      category: line.category_name,
      seats: line.seats ?? [],
    })),
  })),
})

/** Sales and money that count. */
export const soldIn = ({ byMethod }: Pick<Till, 'byMethod'>): Sum =>
  doorMethods.reduce(
    (sum, method) => ({ n: sum.n + byMethod[method].n, amount: sum.amount + byMethod[method].amount }),
    { n: 0, amount: 0 },
  )

/** Paise that cash moves put in, less what they took out. */
export const movedIn = ({ moves }: Pick<TillBook, 'moves'>): Paise => moves.reduce((sum, { amount }) => sum + amount, 0)
