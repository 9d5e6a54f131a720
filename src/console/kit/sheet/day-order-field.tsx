import type { DayOrder } from '#shop/bank/bank-statement-cells.ts'
import { SelectField } from '#ui/controls/field.tsx'

/** Asks how the dates of a file are written; `order` null while the file does not say. */
export function DayOrderField({ order, onOrder }: { order: DayOrder | null; onOrder: (order: DayOrder) => void }) {
  return (
    <SelectField
      label="Dates"
      value={order ?? ''}
      onChange={(event) => onOrder(event.target.value === 'month-first' ? 'month-first' : 'day-first')}
    >
      {order === null ? <option value="">Choose</option> : null}
      <option value="day-first">Day first, 31/12</option>
      <option value="month-first">Month first, 12/31</option>
    </SelectField>
  )
}
