import { states } from '#shop/terms/states.ts'
import { SelectField, TextField } from '#ui/controls/field.tsx'
import { FieldRows } from '../kit/form/field-rows.tsx'
import type { Problems } from '../kit/form/use-form.ts'
import type { TypedLocal, TypedRate } from './tax-draft.ts'
import { chargesGst, typedBound, type TaxRule } from '#shop/prices/rates.ts'
import type { ShopTerms } from '#shop/terms/terms.ts'
import type { TaxTerms } from '#shop/terms/terms-admin.api.ts'
import { rupees } from '#ui/format.ts'

interface RowsProps<T> {
  rows: readonly T[]
  problems: Problems
  onChange: (rows: T[]) => void
}

/** Rates of GST by price, which is without GST. */
export const RateRows = ({ rows, problems, onChange }: RowsProps<TypedRate>) => (
  <FieldRows name="rates" what="rate" least={1} blank={{ upTo: '', percent: '' }} rows={rows} onChange={onChange}>
    {(row, at, set) => (
      <RateFields name={`rates.${at}`} of={`rate ${at + 1}`} row={row} problems={problems} onChange={set} />
    )}
  </FieldRows>
)

/** Taxes of states. */
export const LocalRows = ({ rows, problems, onChange }: RowsProps<TypedLocal>) => (
  <FieldRows
    name="locals"
    what="local tax"
    least={0}
    blank={{ state: '', upTo: '', percent: '' }}
    rows={rows}
    onChange={onChange}
  >
    {(row, at, set) => (
      <>
        <SelectField
          label="State"
          name={`locals.${at}.state`}
          aria-label={`State of local tax ${at + 1}`}
          value={row.state}
          error={problems[`locals.${at}.state`]}
          onChange={(event) => set({ ...row, state: event.target.value })}
          className="min-w-0 flex-[2_1_200px]"
        >
          <option value="">Choose a state</option>
          {states.map((state) => (
            <option key={state} value={state}>
              {state}
            </option>
          ))}
        </SelectField>
        <RateFields
          name={`locals.${at}`}
          of={`local tax ${at + 1}`}
          row={row}
          problems={problems}
          onChange={(rate) => set({ ...row, ...rate })}
        />
      </>
    )}
  </FieldRows>
)

function RateFields<T extends TypedRate>({
  name,
  of,
  row,
  problems,
  onChange,
}: {
  name: string
  of: string
  row: T
  problems: Problems
  onChange: (row: T) => void
}) {
  return (
    <>
      <TextField
        label="Up to (₹ without GST)"
        name={`${name}.upTo`}
        aria-label={`Highest price of ${of}, in rupees; empty for every higher price`}
        placeholder="Every higher price"
        inputMode="decimal"
        autoComplete="off"
        value={row.upTo}
        error={problems[`${name}.upTo`]}
        onChange={(event) => onChange({ ...row, upTo: event.target.value })}
        className="min-w-0 flex-[1_1_150px]"
      />
      <TextField
        label="Percent"
        name={`${name}.percent`}
        aria-label={`Percent of ${of}`}
        inputMode="decimal"
        autoComplete="off"
        value={row.percent}
        error={problems[`${name}.percent`]}
        onChange={(event) => onChange({ ...row, percent: event.target.value })}
        className="min-w-0 flex-[1_1_90px]"
      />
    </>
  )
}

type TaxShown = Omit<TaxTerms, 'fromDay'> & Pick<ShopTerms, 'hasGstin'>

/** Says tax and fee in sentences. */
export function taxWords(terms: TaxShown): string[] {
  const {
    gstBy,
    gstPercent,
    feePerSeat,
    feeGstPercent,
    taxRules,
    hasGstin,
    pricesIncludeGst: within,
    roundToRupee,
  } = terms
  const gst = taxRules.filter((rule) => rule.kind === 'gst')
  const rates =
    gstBy === 'flat'
      ? `GST of ${gstPercent} % ${within ? 'in' : 'on'} every price, with or without a GSTIN.`
      : `GST${within ? ' in' : ' by'} the price of a ticket: ${ratesOf(gst, within)}.`
  const none = 'The shop has no GSTIN, so it charges no GST: enter one in Settings.'
  const states = [...new Set(taxRules.map((rule) => rule.state))].filter((state) => state !== null)
  const onTop = within ? ', on top, by the price without GST' : ''
  const locals = states.map(
    (state) => `Local tax in ${state}${onTop}: ${ratesOf(taxRules.filter((rule) => rule.state === state))}.`,
  )
  const taxed = feeGstPercent > 0 && chargesGst(terms) ? `, with GST of ${feeGstPercent} % on it` : ', without tax'
  const fee = feePerSeat > 0 ? `Convenience fee of ${rupees(feePerSeat)} a ticket${taxed}.` : 'No convenience fee.'
  const rounding = roundToRupee ? ['Totals are whole rupees, half a rupee up.'] : []
  return [rates, ...(gstBy === 'rules' && !hasGstin ? [none] : []), fee, ...locals, ...rounding]
}

/** '0 % up to ₹500, 18 % above'; `within`: of prices as typed, with GST in them. */
function ratesOf(rules: readonly TaxRule[], within = false): string {
  const sorted = [...rules].sort((a, b) => (a.upTo ?? Infinity) - (b.upTo ?? Infinity))
  return sorted
    .map((rule) => {
      const rate = rule.percent === 0 ? 'none' : `${rule.percent} %`
      const upTo = typedBound(rule, within)
      if (upTo !== null) return `${rate} up to ${rupees(upTo)}`
      return sorted.length === 1 ? `${rate} on every price` : `${rate} above`
    })
    .join(', ')
}
