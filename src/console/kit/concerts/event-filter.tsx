import { useState } from 'react'
import { readEventRow } from '#shop/catalogue/admin/events-admin.api.ts'
import { isUuid } from '#platform/text/uuid.ts'
import { Button } from '#ui/controls/button.tsx'
import { RemovableChip } from '#ui/controls/chip.tsx'
import { useConcert } from '../concert.ts'
import type { ListState } from '../list/list-state.ts'
import { useLoaded } from '../use-loaded.ts'
import { concertOf, concertWords } from './concert-choice.ts'
import { ConcertDialog } from './concert-dialog.tsx'

/** Returns the event whose page is open, else the one that the address names (`event=<id>`), if it is an id. */
export function useEventOf(list: ListState): string | undefined {
  const concert = useConcert()
  const id = list.get('event')
  return concert?.id ?? (isUuid(id) ? id : undefined)
}

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
          label={
            event ? concertWords(concertOf(event)) : failure?.code === 'not_found' ? 'A deleted event' : 'One event'
          }
          removeLabel="Show all events"
          onRemove={() => list.set({ event: null })}
        />
      )}
      {open ? (
        <ConcertDialog
          title="Choose an event"
          onChoose={(chosen) => {
            setOpen(false)
            list.set({ event: chosen.id })
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  )
}
