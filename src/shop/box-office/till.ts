import { filled, from, instant, list, number, oneOf, or, orNull, row, text, type Of } from '#platform/text/wire.ts'
import { toPaise, type Paise } from '#shop/prices/money.ts'
import { doorMethods } from './door-sale.ts'

/** The review note that `undo_door_sale` (supabase/schema/69-door.sql) gives a sale; gates get it as the reason. */
export const SALE_UNDONE = 'Undone at the box office'

const parseSum = row({ n: number, amount: toPaise })
/** Sales, not tickets. */
export type Sum = Of<typeof parseSum>

const till = {
  id: from('till', ({ id }: { id: string }) => text(id)),
  name: from('till', ({ name }: { name: string }) => text(name)),
  openedAt: instant,
  openedBy: from('opened_by_name', filled),
  opening: from('opening_cash', toPaise),
  /** Without what was undone. */
  byMethod: row({ cash: parseSum, upi: parseSum, card: parseSum, complimentary: parseSum }),
  undone: parseSum,
  /** Cash that should be in the drawer. */
  expected: from('expected_cash', toPaise),
  /** Null while it is open, as the three below. */
  counted: from('counted_cash', orNull(toPaise)),
  difference: orNull(toPaise),
  closedAt: orNull(instant),
  closedBy: from('closed_by_name', filled),
  note: or(text, ''),
}
export const parseTill = row(till)
/** What a till took. Times are ISO instants, amounts paise. */
export type Till = Of<typeof parseTill>

const parseMove = row({
  id: text,
  /** Paise: in positive, out negative. */
  amount: toPaise,
  reason: text,
  at: instant,
  by: from('by_name', filled),
})

const parseSale = row({
  orderId: text,
  orderCode: text,
  paymentId: text,
  at: instant,
  method: oneOf(doorMethods),
  total: toPaise,
  name: filled,
  /** ISO instant; null for a sale that counts. */
  undoneAt: orNull(instant),
  /** One of its valid tickets, for a new link; null without any. */
  ticketId: orNull(text),
  lines: or(
    list(row({ event: from('event_name', text), category: from('category_name', text), seats: or(list(text), []) })),
    [],
  ),
})
export type TillSale = Of<typeof parseSale>

export const parseTillBook = row({
  ...till,
  /** Oldest first. */
  moves: list(parseMove),
  /** The newest 200, newest first. */
  sales: list(parseSale),
})
export type TillBook = Of<typeof parseTillBook>

/** Sales and money that count. */
export const soldIn = ({ byMethod }: Pick<Till, 'byMethod'>): Sum =>
  doorMethods.reduce(
    (sum, method) => ({ n: sum.n + byMethod[method].n, amount: sum.amount + byMethod[method].amount }),
    { n: 0, amount: 0 },
  )

/** Returns paise that cash moves put in, less what they took out. */
export const movedIn = ({ moves }: Pick<TillBook, 'moves'>): Paise => moves.reduce((sum, { amount }) => sum + amount, 0)
