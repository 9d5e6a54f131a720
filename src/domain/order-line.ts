/** One line of an order as the backend takes it: a ticket category (once per order) and the seats chosen in it. */
export interface OrderLine {
  ticketCategoryId: string
  /** Seat labels, exactly as the seat map spells them (`A1`, `BALC-A1`). */
  seats: string[]
}

/** Most seats of one event and category in an order. The picker, the cart and the database all refuse more. */
export const MAX_SEATS_PER_LINE = 10

/** Most lines in one order. The database refuses more. */
export const MAX_LINES_PER_ORDER = 40

/** Most seats one customer may hold or have under review at once, over all orders. The database refuses more. */
export const MAX_SEATS_PER_CUSTOMER = 40

/**
 * True when both lists ask for the same seats of the same categories, whatever their order: the same order, so an
 * open one can be used again instead of starting another.
 */
export const sameLines = (a: readonly OrderLine[], b: readonly OrderLine[]): boolean => {
  const key = (lines: readonly OrderLine[]) =>
    lines
      .map((line) => `${line.ticketCategoryId}:${[...line.seats].sort().join(',')}`)
      .sort()
      .join(';')
  return key(a) === key(b)
}
