import { useState } from 'react'
import { priceOrder } from '#shop/prices/price.ts'
import type { Rates } from '#shop/prices/rates.ts'
import { states } from '#shop/terms/states.ts'
import { SelectField } from '#ui/controls/field.tsx'
import { exactRupees, rupees } from '#ui/format.ts'

const PRICES = [45_000, 50_000, 50_100, 150_000]

/** Shows what one ticket costs by these terms, at four prices. */
export function TaxExample({ rates }: { rates: Rates }) {
  const own = rates.taxRules.find((rule) => rule.kind === 'local')?.state ?? ''
  const [chosen, setChosen] = useState<string | null>(null)
  const state = chosen ?? own
  const rows = PRICES.map((unitPrice) => ({
    unitPrice,
    price: priceOrder([{ unitPrice, quantity: 1, state: state || null }], rates),
  }))
  return (
    <section aria-labelledby="tax-example" className="grid gap-3">
      <h3 id="tax-example" className="head-4">
        What one ticket costs
      </h3>
      <SelectField
        label="In"
        value={state}
        onChange={(event) => setChosen(event.target.value)}
        className="max-w-[320px]"
      >
        <option value="">No known state</option>
        {states.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </SelectField>
      <div role="region" aria-label="Table of four prices" tabIndex={0} className="overflow-x-auto">
        <table className="w-full min-w-[480px] border-collapse text-2 tabular-nums">
          <thead>
            <tr className="border-b border-rule-strong text-right text-muted">
              <th scope="col" className="py-1.5 text-left font-text">
                Price
              </th>
              {['All in', 'GST', 'Local tax', 'Fee', 'GST on it', ...(rates.roundToRupee ? ['Rounding'] : [])].map(
                (head) => (
                  <th key={head} scope="col" className="py-1.5 pl-3 font-text">
                    {head}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ unitPrice, price }) => (
              <tr key={unitPrice} className="border-b border-rule text-right">
                <th scope="row" className="py-1.5 text-left font-strong">
                  {rupees(unitPrice)}
                </th>
                <td className="py-1.5 pl-3 font-strong">{exactRupees(price.total)}</td>
                {[
                  price.gst,
                  price.localTax,
                  price.fee,
                  price.feeGst,
                  ...(rates.roundToRupee ? [price.rounding] : []),
                ].map((part, at) => (
                  <td key={at} className="py-1.5 pl-3">
                    {part === 0 ? '–' : exactRupees(part)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
