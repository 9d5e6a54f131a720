import { useState } from 'react'
import { listEvents, readEventRow, type EventListRow, type EventWhen } from '#shop/catalogue/admin/events-admin.api.ts'
import { isUuid } from '#platform/text/uuid.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { Button } from '#ui/controls/button.tsx'
import { RemovableChip } from '#ui/controls/chip.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { count } from '#ui/format.ts'
import { useConcert } from './concert.ts'
import { FilterChips } from './list/list-frame.tsx'
import { ListFailure, ListSkeleton, SearchBox } from './list/list-parts.tsx'
import type { ListState } from './list/list-state.ts'
import { useLoaded } from './use-loaded.ts'

const OFFERED = 25

/** Returns the event whose page is open, else the one that the address names (`event=<id>`), if it is an id. */
export function useEventOf(list: ListState): string | undefined {
  const concert = useConcert()
  const id = list.get('event')
  return concert?.id ?? (isUuid(id) ? id : undefined)
}

const nameOf = (event: EventListRow): string => `${event.singerName}, ${event.city}, ${formatDayTime(event.date)}`

/** Shows one event's rows; a dialog finds the event. On a concert's page there is nothing to choose. */
export function EventFilter({ list, className }: { list: ListState; className?: string }) {
  const concert = useConcert()
  const id = useEventOf(list)
  const [open, setOpen] = useState(false)
  const { value: event, failure } = useLoaded(concert ? '' : (id ?? ''), () => readEventRow(id!))
  if (concert) return null
  return (
    <div className={className} role="group" aria-label="Event">
      {id === undefined ? (
        <Button kind="line" small onClick={() => setOpen(true)}>
          Choose an event
        </Button>
      ) : (
        <RemovableChip
          label={event ? nameOf(event) : failure?.code === 'not_found' ? 'A deleted event' : 'One event'}
          removeLabel="Show all events"
          onRemove={() => list.set({ event: null })}
        />
      )}
      {open ? (
        <EventChooser
          onChoose={(chosen) => {
            setOpen(false)
            list.set({ event: chosen })
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  )
}

const whens: { value: EventWhen; label: string }[] = [
  { value: 'upcoming', label: 'Upcoming' },
  { value: 'past', label: 'Past' },
]

function EventChooser({ onChoose, onClose }: { onChoose: (id: string) => void; onClose: () => void }) {
  const [search, setSearch] = useState('')
  const [when, setWhen] = useState<EventWhen>('upcoming')
  const sort = { column: 'date', ascending: when === 'upcoming' }
  const { value, failure, reload } = useLoaded(
    `${when} ${search}`,
    () => listEvents({ search, sort, page: 1, pageSize: OFFERED }, when, new Date()),
    { list: when },
  )
  const hidden = (value?.total ?? 0) - (value?.rows.length ?? 0)
  return (
    <Dialog open onClose={onClose} title="Choose an event">
      <div className="grid gap-4">
        <FilterChips label="When" choices={whens} value={when} onChoose={setWhen} />
        <SearchBox label="Find a concert" hint="Singer, city or venue" value={search} onSearch={setSearch} />
      </div>
      {failure ? (
        <ListFailure message="Error fetching data" failure={failure} onRetry={reload} />
      ) : !value ? (
        <ListSkeleton />
      ) : value.rows.length === 0 ? (
        <p className="mt-4 text-muted">{search ? 'No concert matches.' : 'There is none.'}</p>
      ) : (
        <ul className="mt-4 border-t border-rule">
          {value.rows.map((event) => (
            <li key={event.id} className="border-b border-rule">
              <button
                type="button"
                className="link flex min-h-11 w-full items-center py-2 text-left"
                onClick={() => onChoose(event.id)}
              >
                {nameOf(event)}
              </button>
            </li>
          ))}
        </ul>
      )}
      {hidden > 0 ? <p className="mt-3 text-2 text-muted">and {count(hidden)} more. Search to find one.</p> : null}
    </Dialog>
  )
}
