import { undoDoorSale } from '#shop/box-office/till.api.ts'
import type { Failure } from '#platform/failure/failure.ts'
import { TextField } from '#ui/controls/field.tsx'
import { exactRupees } from '#ui/format.ts'
import { useForm } from '../../kit/form/use-form.ts'
import { whyFailed } from '../../kit/why-failed.ts'
import { NarrowForm } from '../../kit/form/form-dialog.tsx'

/** Characters; the database refuses more. */
const MAX_REASON = 200
const usual = 'Sold by mistake'

function whyNotUndone(failure: Failure): string {
  if (failure.code === 'admitted') return 'This ticket was let in at the gate, so the sale stays.'
  if (failure.code !== 'too_late') return whyFailed(failure)
  if (failure.detail === 'till_closed') return 'Its till is closed, so the sale stays. An admin can revoke the ticket.'
  if (failure.detail === 'begun') return 'The concert has begun, or a refund was started, so the sale stays.'
  return 'A sale is undone within five minutes. An admin can still do it until the concert begins.'
}

/** Takes a sale back: tickets end, seats are free, the money goes back by hand. */
export function UndoDialog({
  sale,
  onClose,
  onDone,
}: {
  sale: { orderId: string; orderCode: string; total: number; cash: boolean }
  onClose: () => void
  onDone: () => void
}) {
  const form = useForm({
    start: { reason: usual },
    read: (typed) => typed,
    save: ({ reason }) => undoDoorSale(sale.orderId, reason.trim() || usual),
    onSaved: onDone,
    onClose,
    done: 'Sale undone',
  })
  return (
    <NarrowForm
      form={form}
      title={`Undo sale ${sale.orderCode}?`}
      save="Undo the sale"
      saving="Undoing..."
      kind="no"
      cancel="Keep the sale"
      words={whyNotUndone}
      onClose={onClose}
    >
      <p>
        Its tickets open no gate any more and its places are free.{' '}
        {sale.total === 0
          ? ''
          : sale.cash
            ? `Give ${exactRupees(sale.total)} back from the drawer.`
            : `Send ${exactRupees(sale.total)} back the way it came.`}
      </p>
      <TextField
        {...form.field('reason')}
        label="Why"
        data-autofocus=""
        maxLength={MAX_REASON}
        onFocus={(event) => event.target.select()}
      />
    </NarrowForm>
  )
}
