import type { DayOrder } from '#shop/bank/bank-statement-cells.ts'
import { bankFields, type BankField, type BankMapping } from '#shop/bank/bank-statement-head.ts'
import { Button } from '#ui/controls/button.tsx'
import { ColumnChoice, DayOrderField } from '../kit/sheet/column-choice.tsx'

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

export function StatementColumns({ head, mapping, order, open, remembered, onForget, onMapping, onOrder }: Props) {
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
      <ColumnChoice fields={bankFields} labels={fieldLabels} {...{ head, mapping, open, onMapping }}>
        <DayOrderField order={order} onOrder={onOrder} />
        <p className="text-1 text-muted desk:col-span-4">
          Columns are remembered on this device for files with the same head.
        </p>
      </ColumnChoice>
    </>
  )
}
