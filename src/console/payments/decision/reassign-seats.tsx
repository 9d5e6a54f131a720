import { useState } from 'react'
import { reassignSeats } from '#shop/payments/review.api.ts'
import type { ReviewLine, ReviewPayment } from '#shop/payments/review-rows.ts'
import { compareSeats } from '#shop/seats/seat-map.ts'
import { isStanding, standingPlaces } from '#shop/seats/standing.ts'
import { Button } from '#ui/controls/button.tsx'
import { Chip, RemovableChip } from '#ui/controls/chip.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { decisionFailureText } from './decide.ts'
import { LineSeats } from './line-seats.tsx'
import { needOf, seatsIn, whyNoSeats } from './reassign-lines.ts'
import { counted } from '../../kit/words/counted.ts'
import { FailureNote } from '../../kit/form/form-frame.tsx'

export function ReassignSeats({
  payment,
  onDone,
  onCancel,
}: {
  payment: ReviewPayment
  onDone: () => void
  onCancel: () => void
}) {
  // Fixed when the dialog opens: a refresh behind it must not take lines away.
  const [lines] = useState(() => payment.lines.filter((line) => !line.gone && line.lostSeats.length > 0))
  // The server chooses standing places: a line asks for as many as are missing.
  const [chosen, setChosen] = useState<Record<string, string[]>>(() =>
    Object.fromEntries(
      lines.filter((line) => isStanding(line.seats)).map((line) => [line.id, standingPlaces(needOf(line).missing)]),
    ),
  )
  const [at, setAt] = useState(0)
  /** Each refusal raises it and so reloads the free seats. */
  const [round, setRound] = useState(0)
  const line = lines[at]
  const missingIn = (one: ReviewLine) => needOf(one).missing - (chosen[one.id]?.length ?? 0)
  const left = lines.reduce((sum, one) => sum + missingIn(one), 0)
  const { busy, failure, run, forget } = useAction(
    () =>
      reassignSeats(
        payment.id,
        lines.map((one) => ({
          ticketCategoryId: one.ticketCategoryId,
          seats: [...needOf(one).kept, ...(chosen[one.id] ?? [])].sort(compareSeats),
        })),
      ),
    { done: 'Seats changed', failed: 'Error updating payment status' },
  )

  if (!line)
    return (
      <div className="p-4 desk:p-6">
        <p className="mb-4">This payment has all of its seats again.</p>
        <Button kind="line" onClick={onCancel}>
          Back to the payment
        </Button>
      </div>
    )

  const save = async () => {
    if (left > 0) return
    const result = await run()
    if (!result) return
    if (result.ok) return onDone()
    if (result.failure.code === 'seats_taken' || result.failure.code === 'unknown_seat') {
      const gone = seatsIn(result.failure.detail)
      setChosen((now) =>
        Object.fromEntries(
          Object.entries(now).map(([id, seats]) => [
            id,
            isStanding(seats) ? seats : seats.filter((seat) => !gone.has(seat)),
          ]),
        ),
      )
      setRound((n) => n + 1)
    }
  }

  return (
    <div className="flex min-h-0 flex-1 flex-col desk:flex-row">
      {isStanding(line.seats) ? (
        <p className="flex-1 p-4 text-muted desk:p-6">
          Standing places have no numbers to choose: the next free ones are given.
        </p>
      ) : (
        <LineSeats
          key={line.id}
          line={line}
          round={round}
          chosen={chosen[line.id] ?? []}
          onChosen={(seats) => {
            forget()
            setChosen((now) => ({ ...now, [line.id]: seats }))
          }}
        />
      )}
      <div className="flex flex-col gap-4 overflow-y-auto border-rule p-4 max-desk:max-h-[50%] max-desk:border-t desk:w-[320px] desk:border-l desk:p-6">
        {lines.length > 1 ? (
          <div role="group" aria-label="Lines of this payment" className="flex flex-wrap gap-2">
            {lines.map((one, index) => (
              <Chip key={one.id} on={index === at} onClick={() => setAt(index)}>
                {one.eventName}, {one.categoryName}
                {missingIn(one) > 0 ? ` (${missingIn(one)})` : ''}
              </Chip>
            ))}
          </div>
        ) : null}
        <LineNeed
          line={line}
          chosen={chosen[line.id] ?? []}
          onRemove={(seat) =>
            setChosen((now) => ({ ...now, [line.id]: (now[line.id] ?? []).filter((other) => other !== seat) }))
          }
        />
        <FailureNote failure={failure} words={(one) => whyNoSeats(one, decisionFailureText)} />
        <div className="mt-auto grid gap-3">
          <p className="text-2 text-muted" role="status">
            {left === 0
              ? 'All seats are chosen.'
              : left === 1
                ? '1 seat still to choose.'
                : `${counted(left, 'seat')} still to choose.`}
          </p>
          <Button kind="lit" wide disabled={left > 0} busy={busy} busyLabel="Changing..." onClick={save}>
            Give these seats
          </Button>
          <Button kind="line" wide disabled={busy} onClick={onCancel}>
            Back to the payment
          </Button>
        </div>
      </div>
    </div>
  )
}

function LineNeed({
  line,
  chosen,
  onRemove,
}: {
  line: ReviewLine
  chosen: string[]
  onRemove: (seat: string) => void
}) {
  const { kept, missing } = needOf(line)
  if (isStanding(line.seats))
    return (
      <div className="grid gap-2 text-2">
        <h3 className="text-3 font-strong">
          {line.eventName}, {line.categoryName}
        </h3>
        <p>
          <span className="text-bad">
            {missing} of {line.quantity}
          </span>{' '}
          standing places were lost.
        </p>
      </div>
    )
  return (
    <div className="grid gap-2 text-2">
      <h3 className="text-3 font-strong">
        {line.eventName}, {line.categoryName}
      </h3>
      <p>
        Lost: <s className="text-bad">{line.lostSeats.join(', ')}</s>
        {kept.length > 0 ? ` · stays: ${kept.join(', ')}` : ''}
      </p>
      <p className="text-muted">
        {missing === 1 ? 'Choose one other seat.' : `Choose ${counted(missing, 'other seat')}.`}
      </p>
      {chosen.length > 0 ? (
        <div className="flex flex-wrap gap-2">
          {chosen.map((seat) => (
            <RemovableChip key={seat} label={seat} onRemove={() => onRemove(seat)} />
          ))}
        </div>
      ) : null}
    </div>
  )
}
