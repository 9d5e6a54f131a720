import type { LineTaxes } from '#shop/payments/payment-rows.ts'
import { rupeesCell, type CsvColumn } from './csv-button.tsx'

/**
 * Returns the columns for an accountant: what is left of the amount is the taxable value. Empty cells where the split
 * was not kept.
 */
export function taxColumns<T>(taxesOf: (row: T) => LineTaxes | null): CsvColumn<T>[] {
  const column = (head: string, part: keyof LineTaxes): CsvColumn<T> => ({
    head: `${head} (INR)`,
    cell: (row) => {
      const taxes = taxesOf(row)
      return taxes && rupeesCell(taxes[part])
    },
  })
  return [
    column('GST', 'gst'),
    column('Local tax', 'localTax'),
    column('Fee', 'fee'),
    column('GST on the fee', 'feeGst'),
    column('Rounding', 'rounding'),
  ]
}
