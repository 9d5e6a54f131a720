import { useState } from 'react'
import { readEventRows, type EventListRow } from '#shop/catalogue/admin/events-admin.api.ts'
import { setStaffEvents, staffEvents } from '#shop/gate/gate-admin.api.ts'
import { Button } from '#ui/controls/button.tsx'
import { count } from '#ui/format.ts'
import { useAction } from '#ui/hooks/use-action.ts'
import { FailureNote } from '../kit/form/form-frame.tsx'
import { ListFailure, ListSkeleton } from '../kit/list/list-parts.tsx'
import { together, useLoaded } from '../kit/use-loaded.ts'
import { EventBox, FindConcert, useOfferedEvents } from './offered-events.tsx'
import { useUnsavedWork } from '../kit/unsaved-work.ts'

/** Ms after the start in which an assignment can still change. */
const GATE_OPEN_MS = 24 * 60 * 60 * 1000

const legends = { gate: 'Works at the gate of', box_office: 'Sells tickets of' } as const

/** Assigns upcoming events to gate or box office staff; past assignments stay. */
export function GateEvents({ userId, role }: { userId: string; role: keyof typeof legends }) {
  const [search, setSearch] = useState('')
  const since = () => new Date(Date.now() - GATE_OPEN_MS)
  const offered = useOfferedEvents(search, since)
  const assigned = useLoaded(userId, () => staffEvents(userId))
  const stored = assigned.value ?? []
  // Assigned events come first, whatever the search finds.
  const theirs = useLoaded(assigned.value ? `theirs ${stored.join()}` : '', () => readEventRows(stored, since()))
  const [edited, setEdited] = useState<ReadonlyMap<string, { event: EventListRow; on: boolean }>>(new Map())
  const { busy, failure, run } = useAction((chosen: string[]) => setStaffEvents(userId, chosen), {
    done: role === 'gate' ? 'Gate assignment changed' : 'Assignment changed',
    failed: 'Error changing the assignment',
  })

  useUnsavedWork(edited.size > 0, 'The assignment that you changed is not saved yet.')

  const isOn = (id: string) => edited.get(id)?.on ?? stored.includes(id)
  const kept = theirs.value ?? []
  const rows = offered.rows ?? []
  // A ticked box keeps its place, and the focus, until a search takes it off the page.
  const added = [...edited.values()]
    .map(({ event }) => event)
    .filter(({ id }) => !stored.includes(id) && !rows.some((row) => row.id === id))
  const above = [...kept, ...added]
  const found = rows.filter((event) => !kept.some(({ id }) => id === event.id))
  const { hidden } = offered

  const tick = (event: EventListRow, on: boolean) => {
    const next = new Map(edited)
    if (on === stored.includes(event.id)) next.delete(event.id)
    else next.set(event.id, { event, on })
    setEdited(next)
  }
  const save = async () => {
    const result = await run([...stored, ...edited.keys()].filter(isOn))
    if (!result?.ok) return
    await assigned.reload()
    setEdited(new Map())
  }

  const box = (event: EventListRow) => <EventBox key={event.id} event={event} on={isOn(event.id)} onTick={tick} />
  const loaded = together({ offered: { ...offered, value: offered.rows }, assigned, theirs })
  return (
    <fieldset className="mt-5">
      <legend className="mb-2 font-strong">{legends[role]}</legend>
      {loaded.failure ? (
        <ListFailure message="Error fetching data" failure={loaded.failure} onRetry={loaded.reload} />
      ) : !loaded.value ? (
        <ListSkeleton />
      ) : (
        <>
          {above.length > 0 ? (
            <div className="grid max-h-[280px] gap-1 overflow-y-auto border-t border-rule py-2">{above.map(box)}</div>
          ) : null}
          <FindConcert className="border-t border-rule pt-3" value={search} onSearch={setSearch} />
          <div className="mt-2 grid max-h-[280px] gap-1 overflow-y-auto border-b border-rule py-2">
            {found.map(box)}
            {found.length === 0 ? (
              <p className="text-2 text-muted">
                {search ? 'No other upcoming concert matches.' : 'There is no other upcoming concert.'}
              </p>
            ) : null}
            {hidden > 0 ? (
              <p className="text-2 text-muted">and {count(hidden)} later. Search to find one of them.</p>
            ) : null}
          </div>
          <Button
            className="mt-3"
            kind="line"
            busy={busy}
            busyLabel="Saving..."
            disabled={edited.size === 0}
            onClick={save}
          >
            {role === 'gate' ? 'Save gate assignment' : 'Save assignment'}
          </Button>
        </>
      )}
      <FailureNote failure={failure} className="mt-3" />
    </fieldset>
  )
}
