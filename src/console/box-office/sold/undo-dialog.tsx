import { useState, type FormEvent } from 'react'
import { undoDoorSale } from '#shop/box-office/till.api.ts'
import type { Failure } from '#platform/failure/failure.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { Note } from '#ui/display/note.tsx'
import { exactRupees } from '#ui/format.ts'
import { useAction } from '#ui/hooks/use-action.ts'
import { whyFailed } from '../../kit/why-failed.ts'
import { useAskingClose } from '../../kit/unsaved-work.ts'

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
  const [reason, setReason] = useState(usual)
  const { busy, failure, run } = useAction(() => undoDoorSale(sale.orderId, reason.trim() || usual), {
    done: 'Sale undone',
  })
  const close = useAskingClose(reason !== usual, onClose)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const result = await run()
    if (result?.ok) onDone()
  }
  return (
    <Dialog open onClose={close} title={`Undo sale ${sale.orderCode}?`} size="narrow">
      <form onSubmit={submit} noValidate className="grid gap-4">
        <p>
          Its tickets open no gate any more and its places are free.{' '}
          {sale.total === 0
            ? ''
            : sale.cash
              ? `Give ${exactRupees(sale.total)} back from the drawer.`
              : `Send ${exactRupees(sale.total)} back the way it came.`}
        </p>
        <TextField
          label="Why"
          data-autofocus=""
          value={reason}
          maxLength={MAX_REASON}
          autoComplete="off"
          onChange={(event) => setReason(event.target.value)}
          onFocus={(event) => event.target.select()}
        />
        {failure ? (
          <Note kind="bad" role="alert">
            {whyNotUndone(failure)}
          </Note>
        ) : null}
        <div className="flex flex-wrap justify-end gap-3">
          <Button kind="line" onClick={onClose}>
            Keep the sale
          </Button>
          <Button type="submit" kind="no" busy={busy} busyLabel="Undoing...">
            Undo the sale
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
