import { useState, type FormEvent } from 'react'
import { readAmount, sumOfNotes, type CountedNotes, denominations } from '#shop/box-office/cash.ts'
import { closeTill, MAX_TILL_NOTE } from '#shop/box-office/till.api.ts'
import type { Till, TillBook } from '#shop/box-office/till.ts'
import type { Paise } from '#shop/prices/money.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { CheckField, TextArea, TextField } from '#ui/controls/field.tsx'
import { exactRupees, rupees } from '#ui/format.ts'
import { useAction } from '#ui/hooks/use-action.ts'
import { FailureNote } from '../../kit/form/form-frame.tsx'
import { differenceWords } from '../box-office-words.ts'
import { useAskingClose } from '../../kit/unsaved-work.ts'

export function CloseTill({
  till,
  onClose,
  onClosed,
}: {
  till: Till
  onClose: () => void
  onClosed: (till: TillBook) => unknown
}) {
  const [typed, setTyped] = useState('')
  const [notes, setNotes] = useState<CountedNotes | null>(null)
  const [note, setNote] = useState('')
  const [pressed, setPressed] = useState(false)
  /** What was counted before the sum of the book was shown; another count starts anew. */
  const [compared, setCompared] = useState<Paise | null>(null)
  const counted = notes ? sumOfNotes(notes) : readAmount(typed)
  const isCompared = counted !== null && compared === counted
  const { busy, failure, run } = useAction((amount: number) => closeTill(till.id, amount, note.trim()), {
    done: 'Till closed',
  })
  const close = useAskingClose(typed !== '' || note !== '' || (notes !== null && sumOfNotes(notes) > 0), onClose)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setPressed(true)
    if (counted === null) return
    if (!isCompared) return setCompared(counted)
    const result = await run(counted)
    if (result?.ok) await onClosed(result.value)
  }
  return (
    <Dialog open onClose={close} title={`Close ${till.name}`} subtitle="From then on it sells nothing." size="narrow">
      <form onSubmit={submit} noValidate className="grid gap-4">
        {notes ? (
          <NoteCount notes={notes} onNotes={setNotes} />
        ) : (
          <TextField
            label="Counted cash"
            hint="Rupees, everything that is in the drawer"
            value={typed}
            error={pressed && counted === null ? 'Count the drawer and enter rupees, 0 if it is empty.' : undefined}
            inputMode="decimal"
            autoComplete="off"
            data-autofocus=""
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
        <CheckField
          label="Count by notes and coins"
          checked={notes !== null}
          onChange={(event) => setNotes(event.currentTarget.checked ? {} : null)}
        />
        {isCompared ? (
          <dl className="tabular-nums">
            <div className="flex justify-between border-t border-rule py-2">
              <dt>Expected in the drawer</dt>
              <dd>{exactRupees(till.expected)}</dd>
            </div>
          </dl>
        ) : null}
        <p role="status" className="head-4 min-h-7">
          {isCompared ? differenceWords(counted - till.expected) : ''}
        </p>
        <TextArea
          label="Note"
          hint="Optional"
          rows={2}
          maxLength={MAX_TILL_NOTE}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <FailureNote failure={failure} but={{ till_closed: 'It was closed with another count meanwhile.' }} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button kind="line" onClick={onClose}>
            Keep it open
          </Button>
          <Button type="submit" kind="solid" busy={busy} busyLabel="Closing...">
            {isCompared ? 'Close the till' : 'Compare with the book'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Counts a drawer by notes and coins. */
function NoteCount({ notes, onNotes }: { notes: CountedNotes; onNotes: (notes: CountedNotes) => void }) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-2 font-strong">Notes and coins</legend>
      {denominations.map((value) => (
        <label key={value} className="grid grid-cols-[72px_96px_minmax(0,1fr)] items-center gap-3">
          <span className="tabular-nums">₹{value} ×</span>
          <input
            value={notes[value] ?? ''}
            onChange={(event) => {
              const digits = event.target.value.replaceAll(/\D/g, '').slice(0, 5)
              onNotes({ ...notes, [value]: digits === '' ? undefined : Number(digits) })
            }}
            inputMode="numeric"
            autoComplete="off"
            aria-label={`Number of ₹${value}`}
            className="h-11 rounded-control border border-control bg-raised px-3 pt-0.5 tabular-nums"
          />
          <span className="text-right tabular-nums">{rupees(value * 100 * (notes[value] ?? 0))}</span>
        </label>
      ))}
      <p className="flex justify-between border-t border-rule-strong pt-2">
        <span>Counted</span>
        <span className="font-strong tabular-nums">{exactRupees(sumOfNotes(notes))}</span>
      </p>
    </fieldset>
  )
}
