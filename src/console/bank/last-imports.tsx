import { useState } from 'react'
import { listBankImports, removeBankImport, type BankImport } from '#shop/bank/bank.api.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { Button } from '#ui/controls/button.tsx'
import { exactRupees } from '#ui/format.ts'
import { ListFailure } from '../kit/list/list-parts.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { counted } from '../kit/words/counted.ts'
import { AskDialog } from '../kit/form/form-dialog.tsx'
import { whyFailed } from '../kit/why-failed.ts'

/** Lists the imports; one that approved a payment cannot be taken back. A change of `rows` reloads the list. */
export function LastImports({ rows, onTakenBack }: { rows: number; onTakenBack: () => Promise<unknown> }) {
  const { value, failure, reload } = useLoaded(rows > 0 ? `imports ${rows}` : '', listBankImports)
  const [asked, setAsked] = useState<BankImport | null>(null)
  if (rows === 0) return null
  return (
    <details className="mt-6">
      <summary className="min-h-9 cursor-pointer font-strong">Last imports</summary>
      <ListFailure message="Error loading the imports" failure={failure} onRetry={reload} />
      <ul className="mt-1">
        {(value ?? []).map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-rule py-2">
            <div className="min-w-0 flex-1 basis-[24ch]">
              <p className="break-words">{nameOf(one)}</p>
              <p className="text-2 text-muted">
                {one.source === 'report' ? 'Payment report' : 'Statement'} · {formatDayTime(one.importedAt)}
                {one.importedBy === null ? '' : `, ${one.importedBy}`} · {credits(one.credits)}, {exactRupees(one.sum)}
              </p>
            </div>
            {one.used > 0 ? (
              <p className="text-2 text-muted">{counted(one.used, 'paid for an order', 'paid for orders')}</p>
            ) : (
              <Button kind="line" small aria-label={`Take back ${nameOf(one)}`} onClick={() => setAsked(one)}>
                Take back
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asked ? (
        <AskDialog
          question="Are you sure you want to take this import back?"
          confirmLabel="Take back"
          cancelLabel="Keep it"
          act={() => removeBankImport(asked.id)}
          saving="Removing..."
          done={(removed) => `${credits(removed)} removed`}
          failed="Error taking the import back"
          words={(refused) =>
            refused.code === 'in_use'
              ? `Order ${String(refused.detail)} has been approved with one of its credits, so the import stays.`
              : whyFailed(refused)
          }
          onClose={() => setAsked(null)}
          onDone={() => Promise.all([onTakenBack(), reload()])}
        >
          <p className="wrap-anywhere">
            {nameOf(asked)}: its {credits(asked.credits)} of {exactRupees(asked.sum)} are removed. What a mail, a
            gateway or the other kind of file says of them stays. If another file of the same kind had them, import that
            file again.
          </p>
        </AskDialog>
      ) : null}
    </details>
  )
}

const nameOf = ({ file, source }: BankImport): string => file ?? (source === 'report' ? 'A report' : 'A statement')
const credits = (n: number): string => counted(n, 'credit')
