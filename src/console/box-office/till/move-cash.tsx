import { useState, type FormEvent } from 'react'
import { readAmount } from '#shop/box-office/cash.ts'
import { MAX_MOVE_REASON, moveTillCash } from '#shop/box-office/till.api.ts'
import { newOrderId } from '#shop/orders/order-code.ts'
import type { Failure } from '#platform/failure/failure.ts'
import { Button } from '#ui/controls/button.tsx'
import { Chip } from '#ui/controls/chip.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { Note } from '#ui/display/note.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { whyFailed } from '../../kit/why-failed.ts'

/** Cash that goes into the drawer or out of it without a sale. */
export function MoveCash({ tillId, onClose, onDone }: { tillId: string; onClose: () => void; onDone: () => unknown }) {
  const [id] = useState(newOrderId)
  const [out, setOut] = useState(false)
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [pressed, setPressed] = useState(false)
  const amount = readAmount(typed)
  const { busy, failure, run } = useAction(
    (paise: number) => moveTillCash(id, tillId, out ? -paise : paise, reason.trim()),
    { done: 'Written into the book' },
  )
  const wrong = amount === null || amount === 0
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setPressed(true)
    if (amount === null || wrong || reason.trim() === '') return
    const result = await run(amount)
    if (result?.ok) await onDone()
  }
  return (
    <Dialog open onClose={onClose} title="Cash in or out" size="narrow">
      <form onSubmit={submit} noValidate className="grid gap-4">
        <div role="group" aria-label="Direction" className="flex gap-2">
          <Chip on={!out} onClick={() => setOut(false)}>
            Into the drawer
          </Chip>
          <Chip on={out} onClick={() => setOut(true)}>
            Out of the drawer
          </Chip>
        </div>
        <TextField
          label="Amount"
          hint="Rupees"
          value={typed}
          error={pressed && wrong ? 'Enter an amount in rupees.' : undefined}
          inputMode="decimal"
          autoComplete="off"
          data-autofocus=""
          onChange={(event) => setTyped(event.target.value)}
        />
        <TextField
          label="Why"
          value={reason}
          error={pressed && reason.trim() === '' ? 'Write why, such as Change from the bank.' : undefined}
          maxLength={MAX_MOVE_REASON}
          autoComplete="off"
          onChange={(event) => setReason(event.target.value)}
        />
        {failure ? (
          <Note kind="bad" role="alert">
            {whyNotMoved(failure)}
          </Note>
        ) : null}
        <div className="flex flex-wrap justify-end gap-3">
          <Button kind="line" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" kind="solid" busy={busy} busyLabel="Writing...">
            Write it down
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function whyNotMoved(failure: Failure): string {
  switch (failure.code) {
    case 'till_closed':
      return 'The till is closed.'
    case 'changed_meanwhile':
      return 'It is already in the book, with what was written at the first try. Close this and look at the book.'
    default:
      return whyFailed(failure)
  }
}
