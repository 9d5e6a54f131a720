import { useState } from 'react'
import { listEvents, type EventListRow } from '#shop/catalogue/admin/events-admin.api.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { CheckField } from '#ui/controls/field.tsx'
import { count } from '#ui/format.ts'
import { ListFailure, ListSkeleton } from '../kit/list/list-parts.tsx'
import { SearchBox } from '../kit/list/search-box.tsx'
import { useLoaded } from '../kit/use-loaded.ts'

const OFFERED = 25
const soonest = { column: 'date', ascending: true }

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
  const { value, failure, reload } = useLoaded(`offered ${search}`, () =>
    listEvents({ search, sort: soonest, page: 1, pageSize: OFFERED }, 'upcoming', new Date()),
  )
  const found = (value?.rows ?? []).filter((event) => !chosen.some(({ id }) => id === event.id))
  const hidden = (value?.total ?? 0) - (value?.rows.length ?? 0)
  const box = (event: EventListRow) => (
    <CheckField
      key={event.id}
      label={`${event.singerName}, ${event.city}, ${formatDayTime(event.date)}`}
      checked={chosen.some(({ id }) => id === event.id)}
      onChange={(change) =>
        onChange(change.target.checked ? [...chosen, event] : chosen.filter(({ id }) => id !== event.id))
      }
    />
  )
  return (
    <fieldset>
      <legend className="mb-2 font-strong">{legend}</legend>
      {failure ? (
        <ListFailure message="Error fetching data" failure={failure} onRetry={reload} />
      ) : !value ? (
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
      <SearchBox
        label="Find a concert"
        hint="Singer, city or venue"
        className="pt-3"
        value={search}
        onSearch={setSearch}
      />
    </fieldset>
  )
}
