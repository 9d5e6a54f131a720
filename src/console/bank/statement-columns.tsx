import type { DayOrder } from '#shop/bank/bank-statement-cells.ts'
import { bankFields, type BankField, type BankMapping, columnsOf } from '#shop/bank/bank-statement-head.ts'
import { Button } from '#ui/controls/button.tsx'
import { ColumnChoice, DayOrderField } from '../kit/sheet/column-choice.tsx'
import { readStored, writeStored } from '#platform/device/stored.ts'
import type { SheetRow } from '#platform/text/csv.ts'

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

export const MAX_FILE_BYTES = 20 * 1024 * 1024

const signature = (head: readonly string[]): string =>
  head.map((name) => name.toLowerCase().replace(/\s+/g, '')).join('|')

/** Returns the columns chosen for this head and guesses for the rest; null without a choice. */
export function rememberedMapping(head: readonly string[], rows: readonly SheetRow[] = []): BankMapping | null {
  const chosen = all()[signature(head)]
  if (!isChoice(chosen, head)) return null
  const taken = Object.values(chosen)
  const guess = columnsOf(head, rows)
  const free = bankFields.map((field) => [field, taken.includes(guess[field]) ? null : guess[field]] as const)
  return { ...(Object.fromEntries(free) as BankMapping), ...chosen }
}

/** Remembers only the columns that differ from the guess; forgets this head when none does. */
export function rememberMapping(head: readonly string[], mapping: BankMapping, rows: readonly SheetRow[] = []): void {
  const guess = columnsOf(head, rows)
  const changed = bankFields.filter((field) => mapping[field] !== guess[field])
  if (changed.length === 0) return forgetMapping(head)
  write({ ...all(), [signature(head)]: Object.fromEntries(changed.map((field) => [field, mapping[field]])) })
}

export function forgetMapping(head: readonly string[]): void {
  const { [signature(head)]: _, ...others } = all()
  write(others)
}

type Choice = Partial<BankMapping>

const isChoice = (found: Choice | null | undefined, head: readonly string[]): found is Choice =>
  found !== null &&
  typeof found === 'object' &&
  Object.values(found).every((at) => at === null || (Number.isInteger(at) && at >= 0 && at < head.length))

function write(choices: Record<string, Choice>): void {
  writeStored('bankColumns', JSON.stringify(choices))
}

function all(): Record<string, Choice> {
  try {
    return (JSON.parse(readStored('bankColumns') ?? '{}') ?? {}) as Record<string, Choice>
  } catch {
    return {}
  }
}
