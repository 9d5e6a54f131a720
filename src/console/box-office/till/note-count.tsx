import { denominations, sumOfNotes, type CountedNotes } from '#shop/box-office/cash.ts'
import { exactRupees, rupees } from '#ui/format.ts'

/** Counts a drawer by notes and coins. */
export function NoteCount({ notes, onNotes }: { notes: CountedNotes; onNotes: (notes: CountedNotes) => void }) {
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
