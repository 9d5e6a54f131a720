export interface OrderLine {
  ticketCategoryId: string
  /** Labels as on the seat map: `A1`, `BALC-A1`. */
  seats: string[]
}

/** True for the same seats of the same categories, in any order. */
export const sameLines = (a: readonly OrderLine[], b: readonly OrderLine[]): boolean => {
  const key = (lines: readonly OrderLine[]) =>
    lines
      .map((line) => `${line.ticketCategoryId}:${[...line.seats].sort().join(',')}`)
      .sort()
      .join(';')
  return key(a) === key(b)
}
