/** One line of an order as the backend takes it: a ticket category (once per order) and the seats chosen in it. */
export interface OrderLine {
  ticketCategoryId: string
  /** Seat labels, exactly as the seat map spells them (`A1`, `BALC-A1`). */
  seats: string[]
}

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
