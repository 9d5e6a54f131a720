import { useId } from 'react'
import { useMay } from '#account/session/use-may.ts'
import { byCategory, MAX_SEATS_A_CALL, type SeatsChosen } from '#shop/seats/hall.ts'
import { giveBackSeats, keepSeats, MAX_KEPT_REASON_CHARACTERS } from '#shop/seats/seats-admin.api.ts'
import { ok, type Result } from '#platform/failure/failure.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { whyNoSeats } from '../payments/decision/reassign-lines.ts'
import { SeatPerson } from './seat-person.tsx'
import { keptReasons } from './seat-words.ts'
import { counted } from '../kit/words/counted.ts'
import { FailureNote, FormFrame } from '../kit/form/form-frame.tsx'
import { problemsIn, useForm } from '../kit/form/use-form.ts'

interface SeatPanelProps {
  chosen: SeatsChosen
  /** Names by category id. */
  names: ReadonlyMap<string, string>
  /** Reads the hall again. */
  onChanged: () => Promise<unknown>
  onClear: () => void
}

const seatCount = (n: number): string => counted(n, 'seat')

/** Offers what can be done with the chosen seats, which are all in one state. */
export function SeatPanel({ chosen, names, onChanged, onClear }: SeatPanelProps) {
  const groups = byCategory(chosen.keys)
  const [only] = chosen.keys.length === 1 ? groups : []
  const mayKnowWho = useMay()('payments')
  return (
    <section aria-label="Chosen seats" className="grid content-start gap-4">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          {groups.map(({ categoryId, seats }) => (
            <p key={categoryId} className="break-words">
              <span className="font-strong">{names.get(categoryId) ?? 'Seat'}</span> {seats.join(', ')}
            </p>
          ))}
        </div>
        <button type="button" className="link min-h-6 flex-none text-2" onClick={onClear}>
          Clear
        </button>
      </div>
      {chosen.keys.length >= MAX_SEATS_A_CALL ? (
        <p className="text-2 text-muted">
          At most {MAX_SEATS_A_CALL} seats at a time. Do these first, then choose the rest.
        </p>
      ) : null}
      {only && chosen.owner !== 'free' && mayKnowWho ? (
        <SeatPerson
          key={chosen.keys[0]}
          categoryId={only.categoryId}
          seat={only.seats[0] ?? ''}
          owner={chosen.owner}
          onChanged={onChanged}
        />
      ) : null}
      {chosen.owner === 'free' ? <Keep chosen={chosen} onChanged={onChanged} onClear={onClear} /> : null}
      {chosen.owner === 'kept' ? <GiveBack chosen={chosen} onChanged={onChanged} onClear={onClear} /> : null}
    </section>
  )
}

/** Calls once for each category, in turn; stops at the first refusal. */
async function forEachCategory(
  chosen: SeatsChosen,
  act: (categoryId: string, seats: string[]) => Promise<Result<number>>,
): Promise<Result<number>> {
  let done = 0
  for (const { categoryId, seats } of byCategory(chosen.keys)) {
    // oxlint-disable-next-line no-await-in-loop -- a refusal stops the rest
    const result = await act(categoryId, seats)
    if (!result.ok) return result
    done += result.value
  }
  return ok(done)
}

function Keep({ chosen, onChanged, onClear }: Pick<SeatPanelProps, 'chosen' | 'onChanged' | 'onClear'>) {
  const suggestions = useId()
  const n = chosen.keys.length
  const form = useForm({
    start: { reason: '' },
    read: ({ reason }) =>
      problemsIn({ reason: reason.trim() === '' && 'Write a reason, such as the sponsor’s name.' }) ?? {
        reason: reason.trim(),
      },
    save: ({ reason }) => forEachCategory(chosen, (categoryId, seats) => keepSeats(categoryId, seats, reason)),
    onSaved: async () => {
      await onChanged()
      onClear()
    },
    onRefused: async () => {
      await onChanged()
      return {}
    },
    isUnsaved: () => false,
    done: n === 1 ? 'Seat taken off sale' : `${counted(n, 'seat')} taken off sale`,
  })
  return (
    <FormFrame form={form} className="grid gap-3">
      <TextField
        {...form.field('reason')}
        error={form.draft.reason.trim() === '' ? form.problems['reason'] : undefined}
        label="Reason"
        list={suggestions}
        maxLength={MAX_KEPT_REASON_CHARACTERS}
        hint="Only staff see it. The history keeps it with your name."
      />
      <datalist id={suggestions}>
        {keptReasons.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <FailureNote failure={form.failure} words={whyNoSeats} />
      <Button type="submit" kind="solid" busy={form.busy} busyLabel="Saving...">
        Take {seatCount(n)} off sale
      </Button>
      <p className="text-2 text-muted">Customers see these seats as sold.</p>
    </FormFrame>
  )
}

function GiveBack({ chosen, onChanged, onClear }: Pick<SeatPanelProps, 'chosen' | 'onChanged' | 'onClear'>) {
  const n = chosen.keys.length
  const { busy, failure, run } = useAction(() => forEachCategory(chosen, giveBackSeats), {
    done: n === 1 ? 'Seat put back on sale' : `${counted(n, 'seat')} put back on sale`,
  })
  const giveBack = async () => {
    const result = await run()
    await onChanged()
    if (result?.ok) onClear()
  }
  return (
    <div className="grid gap-3">
      <FailureNote failure={failure} words={whyNoSeats} />
      <Button kind="solid" busy={busy} busyLabel="Saving..." onClick={() => void giveBack()}>
        Put {seatCount(n)} back on sale
      </Button>
    </div>
  )
}
