import { listEvents, type EventListRow } from '#shop/catalogue/admin/events-admin.api.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { CheckField } from '#ui/controls/field.tsx'
import { SearchBox } from '../kit/list/list-parts.tsx'
import { useLoaded, type Loaded } from '../kit/use-loaded.ts'

const OFFERED = 25
const soonest = { column: 'date', ascending: true }

/** Loads the soonest events that match and take place, from a moment on; `hidden` counts those beyond. */
export function useOfferedEvents(
  search: string,
  from: () => Date,
): Omit<Loaded<unknown>, 'value'> & { rows: EventListRow[] | undefined; hidden: number } {
  const { value, ...loaded } = useLoaded(`offered ${search}`, () =>
    listEvents({ search, sort: soonest, page: 1, pageSize: OFFERED }, 'upcoming', from()),
  )
  const rows = value?.rows.filter(({ status }) => status !== 'cancelled')
  return { ...loaded, rows, hidden: (value?.total ?? 0) - (value?.rows.length ?? 0) }
}

export const EventBox = ({
  event,
  on,
  onTick,
}: {
  event: EventListRow
  on: boolean
  onTick: (event: EventListRow, on: boolean) => void
}) => (
  <CheckField
    label={`${event.singerName}, ${event.city}, ${formatDayTime(event.date)}${event.status === 'cancelled' ? ' (cancelled)' : ''}`}
    checked={on}
    onChange={(change) => onTick(event, change.target.checked)}
  />
)

export const FindConcert = (box: { value: string; onSearch: (search: string) => void; className: string }) => (
  <SearchBox label="Find a concert" hint="Singer, city or venue" {...box} />
)
