import type { ReactNode } from 'react'
import { SelectField } from '#ui/controls/field.tsx'
import type { DayOrder } from '#shop/bank/bank-statement-cells.ts'

/** Lets staff say which column of a file is what. */
export function ColumnChoice<Field extends string>({
  fields,
  labels,
  head,
  mapping,
  open,
  onMapping,
  children,
}: {
  fields: readonly Field[]
  labels: Record<Field, string>
  head: readonly string[]
  mapping: Record<Field, number | null>
  open: boolean
  onMapping: (mapping: Record<Field, number | null>) => void
  children?: ReactNode
}) {
  return (
    <details open={open}>
      <summary className="min-h-9 cursor-pointer font-strong">Which column is what</summary>
      <div className="mt-2 grid gap-3 desk:grid-cols-4">
        {fields.map((field) => (
          <SelectField
            key={field}
            label={labels[field]}
            value={mapping[field] ?? ''}
            onChange={(event) =>
              onMapping({ ...mapping, [field]: event.target.value === '' ? null : Number(event.target.value) })
            }
          >
            <option value="">None</option>
            {head.map((name, at) => (
              // oxlint-disable-next-line no-array-index-key -- a column is identified by its position
              <option key={at} value={at}>
                {columnName(name, at)}
              </option>
            ))}
          </SelectField>
        ))}
        {children}
      </div>
    </details>
  )
}

export const columnName = (name: string, at: number): string => name || `Column ${at + 1}`

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
