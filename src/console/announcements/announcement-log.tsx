import { useState } from 'react'
import { formatDayTime } from '#platform/time/ist.ts'
import {
  readSingleNotices,
  stopAnnouncement,
  type Announcement,
  type AnnouncementState,
} from '#shop/notices/announcements-admin.api.ts'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { Empty } from '#ui/display/note.tsx'
import { StateMark, type StateKind } from '#ui/display/state-mark.tsx'
import { paths } from '#ui/paths.ts'
import { useAction } from '#ui/hooks/use-action.ts'
import { useNow } from '#ui/hooks/use-time.ts'
import { FailureNote } from '../kit/form/form-frame.tsx'
import { TextLink } from '../kit/text-link.tsx'
import { ListFailure, ListSkeleton } from '../kit/list/list-parts.tsx'
import { useLoaded, type Loaded } from '../kit/use-loaded.ts'
import {
  announcementText,
  audienceLabels,
  canStop,
  kindText,
  mailText,
  peopleText,
  progressText,
} from './announcement-words.ts'

const CLOCK_MS = 60_000

export function AnnouncementLog({ announcements }: { announcements: Loaded<Announcement[]> }) {
  const { value, failure, reload } = announcements
  return (
    <section aria-labelledby="sent" className="mt-10">
      <h2 id="sent" className="head-4">
        Sent to many
      </h2>
      <ListFailure message="Error loading announcements" failure={failure} onRetry={reload} />
      {value === undefined ? (
        failure ? null : (
          <ListSkeleton />
        )
      ) : value.length === 0 ? (
        <Empty title="No announcements yet">
          What you write to buyers is listed here, and what the shop tells them by itself when an event is cancelled,
          moved or renamed.
        </Empty>
      ) : (
        <ul aria-label="Announcements" className="mt-2 max-w-[760px]">
          {value.map((one) => (
            <LogEntry key={one.id} announcement={one} onChanged={reload} />
          ))}
        </ul>
      )}
    </section>
  )
}

const states: Readonly<Record<AnnouncementState, { kind: StateKind; label: string }>> = {
  queued: { kind: 'warn', label: 'Waiting' },
  sending: { kind: 'info', label: 'Sending' },
  stopped: { kind: 'off', label: 'Stopped' },
  done: { kind: 'ok', label: 'Sent' },
}

function LogEntry({ announcement, onChanged }: { announcement: Announcement; onChanged: () => Promise<unknown> }) {
  const [asking, setAsking] = useState(false)
  const now = useNow(CLOCK_MS)
  const { busy, failure, run } = useAction(() => stopAnnouncement(announcement.id), {
    done: 'Stopped',
    failed: 'Error stopping the announcement',
  })
  const { title, text } = announcementText(announcement)
  const state = states[announcement.state]
  const byItself = announcement.about.kind !== 'message'
  const whole = Math.max(announcement.people, announcement.notices, 1)
  const stop = async () => {
    await run()
    setAsking(false)
    await onChanged()
  }
  return (
    <li className="grid gap-1.5 border-b border-rule py-4">
      <p className="flex flex-wrap items-baseline gap-x-3 wrap-anywhere">
        <span className="font-strong">{title}</span>
        <StateMark kind={state.kind}>{state.label}</StateMark>
        <span className="text-2 text-muted">
          {formatDayTime(announcement.createdAt)}
          {byItself ? ', by itself' : ''}
        </span>
      </p>
      <p className="text-2 text-muted">
        <TextLink to={paths.adminEvent(announcement.eventId)}>{announcement.eventName}</TextLink>
        {announcement.category === null ? '' : `, ${announcement.category}`} · {audienceLabels[announcement.audience]}
      </p>
      {text === '' ? null : <p className="max-w-[68ch] text-2 wrap-anywhere whitespace-pre-line">{text}</p>}
      {announcement.state === 'queued' || announcement.state === 'sending' ? (
        <progress
          aria-label={`People told: ${title}`}
          className="h-1.5 w-full max-w-[320px] accent-accent"
          max={whole}
          value={announcement.notices}
        />
      ) : null}
      <p className="text-2 tabular-nums">{progressText(announcement)}</p>
      <FailureNote failure={failure} />
      {canStop(announcement, now) ? (
        <div>
          <Button kind="line" small aria-label={`Stop: ${title}`} onClick={() => setAsking(true)}>
            Stop
          </Button>
        </div>
      ) : null}
      <ConfirmDialog
        open={asking}
        question="Stop this announcement?"
        confirmLabel="Stop"
        busy={busy}
        busyLabel="Stopping..."
        onConfirm={() => void stop()}
        onCancel={() => setAsking(false)}
      >
        <p>
          {peopleText(announcement.notices)} have it already. No one else gets it, and waiting mails are not sent. This
          cannot be undone.
        </p>
      </ConfirmDialog>
    </li>
  )
}

/** Lists the notices that the shop sent to one person each. */
export function SingleNotices({ eventId }: { eventId: string | null }) {
  const notices = useLoaded(`single ${eventId ?? ''}`, () => readSingleNotices(eventId))
  return (
    <section aria-labelledby="single" className="mt-10">
      <h2 id="single" className="head-4">
        Sent to one person each
      </h2>
      {notices.failure ? (
        <ListFailure message="Error loading notices" failure={notices.failure} onRetry={notices.reload} />
      ) : notices.value === undefined ? (
        <ListSkeleton />
      ) : notices.value.length === 0 ? (
        <p className="mt-2 max-w-[68ch] text-2 text-muted">
          When someone gets other seats, a ticket is revoked, or money is owed or paid back, the shop tells that
          customer by itself. None yet.
        </p>
      ) : (
        <ul aria-label="Notices to one person" className="mt-2 max-w-[760px] text-2">
          {notices.value.map((one) => (
            <li key={one.id} className="flex flex-wrap gap-x-3 border-b border-rule py-2.5 wrap-anywhere">
              <span className="font-strong">{kindText(one.kind)}</span>
              <span>{one.person}</span>
              <span className="text-muted">
                {one.eventName === '' ? '' : `${one.eventName} · `}
                {formatDayTime(one.createdAt)} · {mailText(one.mail)}
                {one.isRead ? ' · read' : ''}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
