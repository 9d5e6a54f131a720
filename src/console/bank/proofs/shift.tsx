import { useState } from 'react'
import { changeShift } from '#shop/bank/proofs.api.ts'
import { formatTime } from '#platform/time/ist.ts'
import { Button } from '#ui/controls/button.tsx'
import { SelectField } from '#ui/controls/field.tsx'
import { Note } from '#ui/display/note.tsx'
import { StateMark } from '#ui/display/state-mark.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { useNow } from '#ui/hooks/use-now.ts'
import { whyFailed } from '../../kit/why-failed.ts'
import { shiftLeft, shiftWords, SHIFT_HOURS } from './shift-words.ts'

const HOUR_MS = 3_600_000
const USUAL_HOURS = 4

/** Begins and ends the shift of the signed-in admin. `until`: of the last shift that ends; null for none. */
export function Shift({ until, onChanged }: { until: string | null; onChanged: () => Promise<unknown> }) {
  const now = useNow()
  const [hours, setHours] = useState(USUAL_HOURS)
  const { busy, failure, run } = useAction(changeShift, {
    done: (last) => shiftWords(last),
    failed: 'Error changing the shift',
  })
  const change = async (n: number) => {
    if ((await run(n))?.ok) await onChanged()
  }
  const left = shiftLeft(until, now)
  return (
    <div className="grid gap-3">
      <p role="status">
        <StateMark kind={left === null ? 'off' : 'ok'}>{shiftWords(left)}</StateMark>
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label="My shift"
          className="w-[160px]"
          value={hours}
          onChange={(event) => setHours(Number(event.target.value))}
        >
          {SHIFT_HOURS.map((n) => (
            <option key={n} value={n}>
              {n === 1 ? '1 hour' : `${n} hours`}
            </option>
          ))}
        </SelectField>
        <Button kind="lit" busy={busy} onClick={() => void change(hours)}>
          On shift until {formatTime(now + hours * HOUR_MS)}
        </Button>
        {left === null ? null : (
          <Button kind="line" busy={busy} onClick={() => void change(0)}>
            End my shift
          </Button>
        )}
      </div>
      {failure ? (
        <Note kind="bad" role="alert">
          {whyFailed(failure)}
        </Note>
      ) : null}
    </div>
  )
}
