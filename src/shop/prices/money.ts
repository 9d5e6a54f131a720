/** Integer paise, for every amount in the app; the database has rupees with two decimals. */
export type Paise = number

/** Returns a tax of so many percent, rounded half up. BigInt keeps whole hundredths of a percent exact. */
export const taxOf = (amount: Paise, percent: number): Paise =>
  Number((BigInt(amount) * BigInt(Math.round(percent * 100)) + 5000n) / 10_000n)

/** Returns the tax of so many percent that an amount contains, rounded half up (CGST Rules 2017, rule 35). */
export const taxWithin = (amount: Paise, percent: number): Paise => {
  const rate = BigInt(Math.round(percent * 100))
  const whole = 10_000n + rate
  return Number((2n * BigInt(amount) * rate + whole) / (2n * whole))
}

/**
 * Returns what makes a total the nearest whole rupee, half a rupee up (CGST Act 2017, section 170); 0 where `most`, the
 * largest share in it, would be nothing or less by it.
 */
export function roundingOf(total: Paise, most: Paise): Paise {
  const by = Math.floor((total + 50) / 100) * 100 - total
  return most + by > 0 ? by : 0
}

/** Takes `1500` or `'1500.00'`. Throws RangeError for any other text and for fractions of a paisa. */
export const toPaise = (rupees: number | string): Paise => {
  const text = typeof rupees === 'number' ? String(rupees) : rupees.trim()
  const parts = /^(-?)(\d+)(?:\.(\d{1,2})0*)?$/.exec(text)
  if (!parts) throw new RangeError(`not an amount in rupees: ${text}`)
  const paise = Number(parts[2]) * 100 + Number((parts[3] ?? '').padEnd(2, '0'))
  if (!Number.isSafeInteger(paise)) throw new RangeError(`too large an amount: ${text}`)
  return parts[1] && paise > 0 ? -paise : paise
}

/** Converts for the backend's `numeric` arguments; `ui/format.ts` is for display. */
export const toRupees = (paise: Paise): number => paise / 100
