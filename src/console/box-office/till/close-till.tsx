import { useState } from 'react'
import { readAmount, sumOfNotes, type CountedNotes, denominations } from '#shop/box-office/cash.ts'
import { closeTill, MAX_TILL_NOTE } from '#shop/box-office/till.api.ts'
import type { Till, TillBook } from '#shop/box-office/till.ts'
import type { Paise } from '#shop/prices/money.ts'
import { CheckField, TextArea, TextField } from '#ui/controls/field.tsx'
import { exactRupees, rupees } from '#ui/format.ts'
import { differenceWords } from '../box-office-words.ts'
import { NarrowForm } from '../../kit/form/form-dialog.tsx'
import { problemsIn, useForm } from '../../kit/form/use-form.ts'

const countOf = (cash: string, notes: CountedNotes | null): Paise | null =>
  notes ? sumOfNotes(notes) : readAmount(cash)

export function CloseTill({
  till,
  onClose,
  onClosed,
}: {
  till: Till
  onClose: () => void
  onClosed: (till: TillBook) => unknown
}) {
  /** What was counted before the sum of the book was shown; another count starts anew. */
  const [compared, setCompared] = useState<Paise | null>(null)
  const form = useForm({
    start: { cash: '', notes: null as CountedNotes | null, note: '' },
    read: ({ cash, notes: all, note }) => {
      const amount = countOf(cash, all)
      return (
        problemsIn({ cash: amount === null && 'Count the drawer and enter rupees, 0 if it is empty.' }) ?? {
          amount: amount!,
          note: note.trim(),
        }
      )
    },
    ask: (ready) => (compared === ready.amount ? void form.send(ready) : setCompared(ready.amount)),
    save: ({ amount, note }) => closeTill(till.id, amount, note),
    onSaved: onClosed,
    isUnsaved: ({ cash, notes: all, note }) => cash !== '' || note !== '' || (all !== null && sumOfNotes(all) > 0),
    onClose,
    done: 'Till closed',
  })
  const { notes, cash } = form.draft
  const counted = countOf(cash, notes)
  const isCompared = counted !== null && compared === counted
  return (
    <NarrowForm
      form={form}
      title={`Close ${till.name}`}
      subtitle="From then on it sells nothing."
      save={isCompared ? 'Close the till' : 'Compare with the book'}
      saving="Closing..."
      cancel="Keep it open"
      but={{ till_closed: 'It was closed with another count meanwhile.' }}
      onClose={onClose}
    >
      {notes ? (
        <NoteCount notes={notes} onNotes={(all) => form.change({ notes: all })} />
      ) : (
        <TextField
          {...form.field('cash')}
          error={counted === null ? form.problems['cash'] : undefined}
          label="Counted cash"
          hint="Rupees, everything that is in the drawer"
          inputMode="decimal"
          data-autofocus=""
        />
      )}
      <CheckField
        label="Count by notes and coins"
        checked={notes !== null}
        onChange={({ target }) => form.change({ notes: target.checked ? {} : null })}
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
      <TextArea {...form.field('note')} label="Note" hint="Optional" rows={2} maxLength={MAX_TILL_NOTE} />
    </NarrowForm>
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
