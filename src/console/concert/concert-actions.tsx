import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useMay } from '#account/session/use-may.ts'
import type { EventListRow } from '#shop/catalogue/admin/events-admin.api.ts'
import { formatDay } from '#platform/time/ist.ts'
import { useNow } from '#ui/hooks/use-time.ts'
import { paths, withQuery } from '#ui/paths.ts'
import { canChange } from '../events/event-changes.ts'
import { CancelEventDialog, DeleteEventDialog } from '../events/event-dialogs.tsx'
import { MoveEventDialog } from '../events/move-event-dialog.tsx'
import { PublishDialog } from '../events/publishing/publish-dialog.tsx'
import { usePublishing } from '../events/publishing/use-publishing.ts'
import { HistoryDialog } from '../history/history-list.tsx'
import type { RowAction } from '../kit/list/row-actions.tsx'
import { leaveOrAsk } from '../kit/unsaved-work.ts'

const MINUTE_MS = 60_000

/** Returns the name by which screen readers know an event's buttons. */
export const shortNameOf = ({ singerName, city, date }: Pick<EventListRow, 'singerName' | 'city' | 'date'>): string =>
  `${singerName}, ${city}, ${formatDay(date)}`

/**
 * Returns what may be done to an event now, the one with the most use first, and the dialogs that ask about it.
 */
export function useConcertActions(
  event: EventListRow,
  { onChanged, onDeleted = onChanged }: { onChanged: () => Promise<unknown>; onDeleted?: () => Promise<unknown> },
) {
  const [open, setOpen] = useState<'publish' | 'move' | 'cancel' | 'delete' | 'history' | null>(null)
  const now = useNow(MINUTE_MS)
  const navigate = useNavigate()
  const close = () => setOpen(null)
  const changeable = canChange(event, now)
  const publishing = usePublishing(event, {
    changeable: changeable && Date.parse(event.date) >= now,
    onPublish: () => setOpen('publish'),
    onChanged,
  })
  const movable = changeable && event.publishedAt !== null
  const actions: RowAction[] = [
    { label: 'Edit', onChoose: () => leaveOrAsk(() => void navigate(paths.adminEditConcert(event.id))) },
    ...publishing,
    {
      label: 'Duplicate',
      onChoose: () => leaveOrAsk(() => void navigate(withQuery(paths.adminNewConcert, { from: event.id }))),
    },
    ...(movable ? [{ label: 'Move', onChoose: () => setOpen('move'), adminOnly: true }] : []),
    { label: 'History', onChoose: () => setOpen('history'), adminOnly: true },
    ...(movable ? [{ label: 'Cancel', onChoose: () => setOpen('cancel'), grave: true, adminOnly: true }] : []),
    { label: 'Delete', onChoose: () => setOpen('delete'), grave: true },
  ]
  const dialog = { event, now, onClose: close, onDone: onChanged }
  const published = async () => {
    await onChanged()
    void navigate(paths.adminEventShare(event.id))
  }
  const dialogs = (
    <>
      {open === 'history' ? (
        <HistoryDialog
          name={shortNameOf(event)}
          of={[
            { noun: 'events', ids: [event.id] },
            { noun: 'event_keys', ids: [event.id] },
            { noun: 'event_queues', ids: [event.id] },
          ]}
          onClose={close}
        />
      ) : null}
      {open === 'publish' ? <PublishDialog {...dialog} onDone={published} /> : null}
      {open === 'move' ? <MoveEventDialog {...dialog} /> : null}
      {open === 'cancel' ? <CancelEventDialog {...dialog} /> : null}
      {open === 'delete' ? (
        <DeleteEventDialog {...dialog} onDone={onDeleted} onCancelInstead={() => setOpen('cancel')} />
      ) : null}
    </>
  )
  const may = useMay()
  return { actions: may('events') ? actions : [], dialogs, now }
}
