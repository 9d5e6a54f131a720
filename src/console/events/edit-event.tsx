import { useState } from 'react'
import {
  readEventRow,
  readSameEvent,
  updateEvent,
  type EventEdit,
  type EventListRow,
} from '#shop/catalogue/admin/events-admin.api.ts'
import { ok, type Result } from '#platform/failure/failure.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { Button } from '#ui/controls/button.tsx'
import { Note } from '#ui/display/note.tsx'
import { paths, withQuery } from '#ui/paths.ts'
import { toast } from '#ui/toast.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { leaveOrAsk } from '../kit/unsaved-work.ts'
import { whyFailed } from '../kit/why-failed.ts'
import { DAYS_TO_CHANGE } from './event-changes.ts'
import { editOf, typedOf } from './event-draft.ts'
import { otherFacts, placeFacts } from './event-fields.ts'
import { EventForm } from './event-form.tsx'
import { SameEventQuestion } from './event-dialogs.tsx'
import { TextLink } from '../kit/text-link.tsx'

/** Once tickets are sold or held, singer, date and place are fixed; Move changes date and place. */
export function EditEvent({
  event,
  singers,
  cities,
  onMove,
  onDone,
}: {
  event: EventListRow
  singers: readonly { id: string; name: string }[]
  cities: readonly string[]
  onMove: (() => void) | null
  onDone: (changed: boolean) => void | Promise<void>
}) {
  /** The row that the next save overwrites: as opened, or as read after a conflict. */
  const [seen, setSeen] = useState(event)

  const [isSold, setIsSold] = useState(event.ticketsSold > 0)
  const [asked, setAsked] = useState<{ edit: EventEdit; twin: EventListRow } | null>(null)

  const kept = keptWhy(event, isSold, onMove)

  const { busy, failure, run } = useAction(
    async (edit: EventEdit, sure: boolean): Promise<Result<'saved' | 'asked'>> => {
      if (!sure && (edit.singerId !== seen.singerId || edit.date !== undefined || edit.venue !== undefined)) {
        const same = await readSameEvent(event.id, { ...seen, ...edit })
        if (same.ok && same.value) {
          setAsked({ edit, twin: same.value })
          return ok('asked')
        }
      }
      const result = await updateEvent(event.id, seen.revision, edit)
      setAsked(null)
      if (result.ok) return ok('saved')
      const { code } = result.failure
      if (code === 'changed_meanwhile') {
        const fresh = await readEventRow(event.id)
        if (fresh.ok) setSeen(fresh.value)
      }
      // Tickets were sold since the list was read; of an edit, in_use is about the singer.
      if (code === 'move_only' || code === 'in_use') setIsSold(true)
      return result
    },
    { failed: 'Error updating event' },
  )

  const save = async (edit: EventEdit, sure: boolean) => {
    const result = await run(edit, sure)
    if (!result?.ok || result.value === 'asked') return
    toast.success('Event updated successfully')
    void onDone(true)
  }
  return (
    <>
      {failure ? (
        <Note kind="bad" className="mb-4 whitespace-normal" role="alert">
          <p>
            {failure.code === 'in_use'
              ? 'Tickets are sold or held, so the singer cannot change. Nothing was saved.'
              : whyFailed(failure)}
          </p>
          {seen.revision !== event.revision ? (
            <p>
              Now stored:{' '}
              {[seen.singerName, ...placeFacts.map((name) => seen[name]), formatDayTime(seen.date)]
                .concat(...otherFacts.map((name) => seen[name] ?? []), seen.status === 'cancelled' ? 'cancelled' : [])
                .join(', ')}
              .
            </p>
          ) : null}
        </Note>
      ) : null}
      <EventForm
        label={`Edit ${event.singerName}, ${event.city}`}
        initial={typedOf(seen)}
        kept={kept}
        singers={singers}
        cities={cities}
        submit={['Save', 'Saving...']}
        busy={busy}
        onSubmit={(draft) => void save(editOf(event, seen, draft, Boolean(kept)), false)}
        onCancel={() => void onDone(false)}
      />
      <SameEventQuestion
        twin={asked?.twin ?? null}
        confirmLabel="Save it anyway"
        busy={busy}
        busyLabel="Saving..."
        onConfirm={() => asked && void save(asked.edit, true)}
        onCancel={() => setAsked(null)}
      />
    </>
  )
}

function keptWhy(event: EventListRow, isSold: boolean, onMove: (() => void) | null) {
  if (event.status === 'cancelled') return <p>A cancelled event keeps its singer, date and place.</p>
  if (!isSold) return null
  return (
    <>
      <p>
        {onMove
          ? 'Tickets are sold or held, so the singer cannot change. Change date, city and venue with Move, which shows customers the change.'
          : `Tickets were sold, and it began more than ${DAYS_TO_CHANGE} days ago, so singer, date and place can no longer change.`}{' '}
        To correct the singer’s name,{' '}
        <TextLink to={withQuery(paths.adminSingers, { q: event.singerName })}>rename the singer</TextLink>.
      </p>
      {onMove ? (
        <Button kind="line" small className="mt-2" onClick={() => leaveOrAsk(onMove)}>
          Move instead
        </Button>
      ) : null}
    </>
  )
}
