import { toPaise } from '#shop/prices/money.ts'
import { FIRST_TERMS, type ShopTerms } from './terms.ts'

/** A term is called as its column of `shop_terms`: `gstPercent` is `gst_percent`. */
const columnOf = (term: string): string => term.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const terms = Object.keys(FIRST_TERMS) as (keyof ShopTerms)[]

/** The columns of a row of `shop_terms` that devices keep. */
export const TERMS_COLUMNS =
  'from_day,gst_percent,fee_per_seat,hold_minutes,extension_minutes,retry_minutes,held_minutes_an_hour,seats_per_line,seats_per_customer,low_stock_event,low_stock_category'

/**
 * A row of `shop_terms`, whose amounts come as numbers or as text.
 * @throws RangeError when a number is none.
 */
export const termsOfRow = (row: Readonly<Record<string, unknown>>): ShopTerms =>
  Object.fromEntries(
    terms.map((term) => {
      const value = row[columnOf(term)]
      if (term === 'fromDay') return [term, String(value).slice(0, 10)]
      const number = Number(value ?? NaN)
      if (!Number.isFinite(number)) throw new RangeError(term)
      return [term, term === 'feePerSeat' ? toPaise(number) : number]
    }),
  )
