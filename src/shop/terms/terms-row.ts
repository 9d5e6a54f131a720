import { toPaise } from '#shop/prices/money.ts'
import { FIRST_TERMS, type ShopTerms } from './terms.ts'

/** `gstPercent` is `gst_percent`. */
const columnOf = (term: string): string => term.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const terms = Object.keys(FIRST_TERMS) as (keyof ShopTerms)[]

export const TERMS_COLUMNS =
  'from_day,gst_percent,fee_per_seat,hold_minutes,extension_minutes,retry_minutes,held_minutes_an_hour,seats_per_line,seats_per_customer,low_stock_event,low_stock_category'

/** Parses a row, whose amounts are numbers or text. Throws a RangeError for anything else. */
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
