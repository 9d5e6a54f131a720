import { toPaise } from '#shop/prices/money.ts'
import type { TaxRule } from '#shop/prices/rates.ts'
import { oneOf } from '#platform/text/wire-values.ts'
import { FIRST_TERMS, type ShopTerms } from './terms.ts'

/** `gstPercent` is `gst_percent`. */
const columnOf = (term: string): string => term.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const terms = Object.keys(FIRST_TERMS) as (keyof ShopTerms)[]

/** Of the view `terms_by_day`. */
export const TERMS_COLUMNS =
  'from_day,gst_percent,fee_per_seat,hold_minutes,extension_minutes,retry_minutes,held_minutes_an_hour,seats_per_line,seats_per_customer,low_stock_event,low_stock_category,gst_by,fee_gst_percent,tax_rules,has_gstin'

/** Parses a row, whose amounts are numbers or text. Throws a RangeError for anything else. */
export const termsOfRow = (row: Readonly<Record<string, unknown>>): ShopTerms =>
  Object.fromEntries(
    terms.map((term) => {
      const value = row[columnOf(term)]
      if (term === 'fromDay') return [term, String(value).slice(0, 10)]
      if (term === 'gstBy') return [term, value === 'rules' ? 'rules' : 'flat']
      if (term === 'hasGstin') return [term, value === true]
      if (term === 'taxRules') return [term, rulesOf(value)]
      const number = numberIn(value, term)
      return [term, term === 'feePerSeat' ? toPaise(number) : number]
    }),
  )

interface RuleWire {
  kind: string
  state: string | null
  up_to_price: unknown
  percent: unknown
}

/** The embedded database returns JSON as text. */
const rulesOf = (value: unknown): TaxRule[] =>
  ((typeof value === 'string' ? JSON.parse(value) : (value ?? [])) as RuleWire[]).map((rule) => ({
    kind: oneOf(['gst', 'local'] as const, rule.kind),
    state: rule.state ?? null,
    upTo: (rule.up_to_price ?? null) === null ? null : toPaise(numberIn(rule.up_to_price, 'up_to_price')),
    percent: numberIn(rule.percent, 'percent'),
  }))

function numberIn(value: unknown, name: string): number {
  const number = Number(value ?? NaN)
  if (!Number.isFinite(number)) throw new RangeError(name)
  return number
}
