import { useState } from 'react'
import { listEvents } from '#backend/events-admin-api.ts'
import { PAGE_ROWS } from '#backend/catalogue-api.ts'
import { setStaffEvents, staffEvents } from '#backend/gate-admin-api.ts'
import type { Failure } from '#domain/failure.ts'
import { formatDayTime } from '#domain/ist.ts'
import { Button } from '#ui/button.tsx'
import { CheckField } from '#ui/field.tsx'
import { Note } from '#ui/note.tsx'
import { toast } from '#ui/toast.tsx'
import { ListFailure, ListSkeleton } from '../list-parts.tsx'
import { useLoaded } from '../use-loaded.ts'
import { whyFailed } from '../why-failed.ts'

/** A concert still at the gate: its assignment can be changed until this many milliseconds after its start. */
const GATE_OPEN_MS = 24 * 60 * 60 * 1000
const soonest = { search: '', sort: { column: 'date', ascending: true }, page: 1, pageSize: PAGE_ROWS }

/** At which events somebody works. Past ones are left as they are. */
export function GateEvents({ userId }: { userId: string }) {
  const events = useLoaded('events', () => listEvents(soonest, 'upcoming', new Date(Date.now() - GATE_OPEN_MS)))
  const assigned = useLoaded(userId, () => staffEvents(userId))
  const [edited, setEdited] = useState<readonly string[] | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const chosen = edited ?? assigned.value ?? []

  const save = async () => {
    if (busy) return
    setBusy(true)
    const result = await setStaffEvents(userId, chosen)
    setBusy(false)
    setFailure(result.ok ? null : result.failure)
    if (!result.ok) return toast.error('Error changing the gate assignment')
    toast.success('Gate assignment changed')
    await assigned.reload()
    setEdited(null)
  }

  const broken = events.failure ?? assigned.failure
  return (
    <fieldset className="mt-5">
      <legend className="mb-2 font-strong">Works at the gate of</legend>
      {broken ? (
        <ListFailure
          message="Error fetching data"
          failure={broken}
          onRetry={() => {
            void events.reload()
            void assigned.reload()
          }}
        />
      ) : !events.value || !assigned.value ? (
        <ListSkeleton />
      ) : events.value.rows.length === 0 ? (
        <p className="text-2 text-muted">There is no upcoming event.</p>
      ) : (
        <>
          <div className="grid max-h-[280px] gap-1 overflow-y-auto border-y border-rule py-2">
            {events.value.rows.map((event) => (
              <CheckField
                key={event.id}
                label={`${event.singerName}, ${event.city}, ${formatDayTime(event.date)}`}
                checked={chosen.includes(event.id)}
                onChange={(change) =>
                  setEdited(
                    change.target.checked ? [...chosen, event.id] : chosen.filter((other) => other !== event.id),
                  )
                }
              />
            ))}
          </div>
          <Button
            className="mt-3"
            kind="line"
            busy={busy}
            busyLabel="Saving..."
            disabled={edited === null}
            onClick={save}
          >
            Save gate assignment
          </Button>
        </>
      )}
      {failure ? (
        <Note kind="bad" className="mt-3" role="alert">
          {whyFailed(failure)}
        </Note>
      ) : null}
    </fieldset>
  )
}
