import { useState, type FormEvent } from 'react'
import { Link } from 'react-router-dom'
import type { TillBook } from '#shop/box-office/till.ts'
import { Button } from '#ui/controls/button.tsx'
import { paths } from '#ui/paths.ts'
import { FailureNote } from '../../kit/form/form-frame.tsx'
import { type Paper, PrintSheet } from '../print/print-sheet.tsx'
import { PaperChoice } from '../print/paper-choice.tsx'
import { BookPrint } from './book-print.tsx'
import { CloseTill } from './close-till.tsx'
import { OpenTill } from './open-till.tsx'
import { TillBookView } from './till-book-view.tsx'
import { readAmount } from '#shop/box-office/cash.ts'
import { MAX_MOVE_REASON, moveTillCash } from '#shop/box-office/till.api.ts'
import { newUuid } from '#platform/text/uuid.ts'
import { Chip } from '#ui/controls/chip.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { useAskingClose } from '../../kit/unsaved-work.ts'

/** The caller's own till: opened, its book, moves of cash, closed. */
export function TillPage({
  till,
  admin,
  paper,
  onPaper,
  onChanged,
  onOpened,
}: {
  /** Null while none is open. */
  till: TillBook | null
  admin: boolean
  paper: Paper
  onPaper: (paper: Paper) => void
  onChanged: () => unknown
  onOpened: () => unknown
}) {
  const [open, setOpen] = useState<'close' | 'move' | null>(null)
  const [printing, setPrinting] = useState(false)
  /** The book of a till that was closed on this page, to be read and printed. */
  const [closed, setClosed] = useState<TillBook | null>(null)
  const book = till ?? closed

  return (
    <div className="grid gap-6">
      {till ? null : (
        <OpenTill
          onOpened={async () => {
            setClosed(null)
            await onOpened()
          }}
        />
      )}
      {book ? (
        <section className="grid gap-4" aria-label={`Till ${book.name}`}>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h2 className="head-4">
              {book.name}
              {till ? '' : ', closed'}
            </h2>
            <div className="flex flex-wrap gap-3">
              <Button kind="line" small onClick={() => setPrinting(true)}>
                Print the book
              </Button>
              {till ? (
                <>
                  <Button kind="line" small onClick={() => setOpen('move')}>
                    Cash in or out
                  </Button>
                  <Button kind="solid" small onClick={() => setOpen('close')}>
                    Close the till
                  </Button>
                </>
              ) : null}
            </div>
          </div>
          <TillBookView book={book} anyTime={admin} onChanged={onChanged} />
        </section>
      ) : null}
      <section className="grid gap-3 border-t-2 border-rule-strong pt-4">
        <h2 className="head-4">Printer</h2>
        <PaperChoice paper={paper} onPaper={onPaper} />
        {admin ? (
          <p>
            <Link className="link" to={paths.adminTills}>
              All tills
            </Link>
          </p>
        ) : null}
      </section>
      {till && open === 'close' ? (
        <CloseTill
          till={till}
          onClose={() => setOpen(null)}
          onClosed={async (last) => {
            setOpen(null)
            setClosed(last)
            await onChanged()
          }}
        />
      ) : null}
      {till && open === 'move' ? (
        <MoveCash
          tillId={till.id}
          onClose={() => setOpen(null)}
          onDone={async () => {
            setOpen(null)
            await onChanged()
          }}
        />
      ) : null}
      {book && printing ? (
        <PrintSheet paper={paper} atOnce onPrinted={() => setPrinting(false)}>
          <BookPrint book={book} />
        </PrintSheet>
      ) : null}
    </div>
  )
}

const whyNotMoved = {
  till_closed: 'The till is closed.',
  changed_meanwhile:
    'It is already in the book, with what was written at the first try. Close this and look at the book.',
}

/** Cash that goes into the drawer or out of it without a sale. */
function MoveCash({ tillId, onClose, onDone }: { tillId: string; onClose: () => void; onDone: () => unknown }) {
  const [id] = useState(newUuid)
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
  const close = useAskingClose(typed !== '' || reason !== '', onClose)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setPressed(true)
    if (amount === null || wrong || reason.trim() === '') return
    const result = await run(amount)
    if (result?.ok) await onDone()
  }
  return (
    <Dialog open onClose={close} title="Cash in or out" size="narrow">
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
        <FailureNote failure={failure} but={whyNotMoved} />
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
