import type { DayOrder } from '#shop/bank/bank-statement-cells.ts'
import { bankFields, type BankField, type BankMapping } from '#shop/bank/bank-statement-head.ts'
import { Button } from '#ui/controls/button.tsx'
import { SelectField } from '#ui/controls/field.tsx'

const fieldLabels: Record<BankField, string> = {
  date: 'Date',
  narration: 'Narration',
  reference: 'Reference',
  credit: 'Credit',
  debit: 'Debit',
  amount: 'Amount, in or out',
  mark: 'Dr/Cr mark',
  balance: 'Balance',
  state: 'Status',
  currency: 'Currency',
}

interface Props {
  head: readonly string[]
  mapping: BankMapping
  /** Null while the order of day and month in the file is unknown. */
  order: DayOrder | null
  open: boolean
  /** The columns come from an earlier choice on this device, not from a guess. */
  remembered: boolean
  onForget: () => void
  onMapping: (mapping: BankMapping) => void
  onOrder: (order: DayOrder) => void
}

export function ColumnChoice({ head, mapping, order, open, remembered, onForget, onMapping, onOrder }: Props) {
  const choice = (
    <details open={open}>
      <summary className="min-h-9 cursor-pointer font-strong">Which column is what</summary>
      <div className="mt-2 grid gap-3 desk:grid-cols-4">
        {bankFields.map((field) => (
          <SelectField
            key={field}
            label={fieldLabels[field]}
            value={mapping[field] ?? ''}
            onChange={(event) =>
              onMapping({ ...mapping, [field]: event.target.value === '' ? null : Number(event.target.value) })
            }
          >
            <option value="">None</option>
            {head.map((name, at) => (
              // oxlint-disable-next-line no-array-index-key -- a column is identified by its position
              <option key={at} value={at}>
                {name || `Column ${at + 1}`}
              </option>
            ))}
          </SelectField>
        ))}
        <SelectField
          label="Dates"
          value={order ?? ''}
          onChange={(event) => onOrder(event.target.value === 'month-first' ? 'month-first' : 'day-first')}
        >
          {order === null ? <option value="">Choose</option> : null}
          <option value="day-first">Day first, 31/12</option>
          <option value="month-first">Month first, 12/31</option>
        </SelectField>
      </div>
      <p className="mt-2 text-1 text-muted">Columns are remembered on this device for files with the same head.</p>
    </details>
  )
  return (
    <>
      {remembered ? (
        <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-2">
          <p>These are the columns you chose before for files like this.</p>
          <Button kind="line" small onClick={onForget}>
            Forget this choice
          </Button>
        </div>
      ) : null}
      {choice}
    </>
  )
}
