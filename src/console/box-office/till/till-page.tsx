import { useState } from 'react'
import type { TillBook } from '#shop/box-office/till.ts'
import { Button } from '#ui/controls/button.tsx'
import { paths } from '#ui/paths.ts'
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
import { TextField } from '#ui/controls/field.tsx'
import { NarrowForm } from '../../kit/form/form-dialog.tsx'
import { problemsIn, useForm } from '../../kit/form/use-form.ts'
import { TextLink } from '../../kit/text-link.tsx'

/** Shows the caller's own till: opened, its book, moves of cash, closed. */
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
            <TextLink to={paths.adminTills}>All tills</TextLink>
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
  const form = useForm({
    start: { out: false, amount: '', reason: '' },
    read: ({ out, amount, reason }) => {
      const paise = readAmount(amount)
      return (
        problemsIn({
          amount: !paise && 'Enter an amount in rupees.',
          reason: reason.trim() === '' && 'Write why, such as Change from the bank.',
        }) ?? { paise: out ? -paise! : paise!, reason: reason.trim() }
      )
    },
    save: ({ paise, reason }) => moveTillCash(id, tillId, paise, reason),
    onSaved: onDone,
    isUnsaved: ({ amount, reason }) => amount !== '' || reason !== '',
    onClose,
    done: 'Written into the book',
  })
  const { out } = form.draft
  return (
    <NarrowForm
      form={form}
      title="Cash in or out"
      save="Write it down"
      saving="Writing..."
      but={whyNotMoved}
      onClose={onClose}
    >
      <div role="group" aria-label="Direction" className="flex gap-2">
        <Chip on={!out} onClick={() => form.change({ out: false })}>
          Into the drawer
        </Chip>
        <Chip on={out} onClick={() => form.change({ out: true })}>
          Out of the drawer
        </Chip>
      </div>
      <TextField
        {...form.field('amount')}
        error={readAmount(form.draft.amount) ? undefined : form.problems['amount']}
        label="Amount"
        hint="Rupees"
        inputMode="decimal"
        data-autofocus=""
      />
      <TextField
        {...form.field('reason')}
        error={form.draft.reason.trim() === '' ? form.problems['reason'] : undefined}
        label="Why"
        maxLength={MAX_MOVE_REASON}
      />
    </NarrowForm>
  )
}
