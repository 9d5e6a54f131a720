import { useState } from 'react'
import type { EventListRow } from '#shop/catalogue/admin/events-admin.api.ts'
import { count } from '#ui/format.ts'
import { ListFailure, ListSkeleton } from '../kit/list/list-parts.tsx'
import { EventBox, FindConcert, useOfferedEvents } from './offered-events.tsx'

/** Chooses upcoming events; chosen ones stay on top, whatever the search finds. */
export function EventChoice({
  legend,
  chosen,
  onChange,
}: {
  legend: string
  chosen: readonly EventListRow[]
  onChange: (chosen: EventListRow[]) => void
}) {
  const [search, setSearch] = useState('')
  const { rows, hidden, failure, reload } = useOfferedEvents(search, () => new Date())
  const found = (rows ?? []).filter((event) => !chosen.some(({ id }) => id === event.id))
  const box = (event: EventListRow) => (
    <EventBox
      key={event.id}
      event={event}
      on={chosen.some(({ id }) => id === event.id)}
      onTick={(_, on) => onChange(on ? [...chosen, event] : chosen.filter(({ id }) => id !== event.id))}
    />
  )
  return (
    <fieldset>
      <legend className="mb-2 font-strong">{legend}</legend>
      {failure ? (
        <ListFailure message="Error fetching data" failure={failure} onRetry={reload} />
      ) : !rows ? (
        <ListSkeleton />
      ) : (
        <div className="grid max-h-[280px] gap-1 overflow-y-auto border-y border-rule py-2">
          {chosen.map(box)}
          {found.map(box)}
          {found.length + chosen.length === 0 ? (
            <p className="text-2 text-muted">
              {search ? 'No upcoming concert matches.' : 'There is no upcoming concert.'}
            </p>
          ) : null}
          {hidden > 0 ? <p className="text-2 text-muted">and {count(hidden)} later. Search to find one.</p> : null}
        </div>
      )}
      <FindConcert className="pt-3" search={search} onSearch={setSearch} />
    </fieldset>
  )
}
