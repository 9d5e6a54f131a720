import { useState } from 'react'
import { formatDay } from '#platform/time/ist.ts'
import { newUuid } from '#platform/text/uuid.ts'
import { listCategories } from '#shop/catalogue/admin/categories-admin.api.ts'
import type { EventName } from '#shop/catalogue/admin/events-admin.api.ts'
import {
  countAudience,
  MAX_MESSAGE_CHARACTERS,
  MAX_SUBJECT_CHARACTERS,
  sendAnnouncement,
  type Announcement,
  type AnnouncementDraft,
  type Audience,
} from '#shop/notices/announcements-admin.api.ts'
import { mailWorks } from '#shop/people/password.api.ts'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { SelectField, TextArea, TextField } from '#ui/controls/field.tsx'
import { Note } from '#ui/display/note.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { FailureNote } from '../kit/form/form-frame.tsx'
import { FilterChips } from '../kit/list/list-frame.tsx'
import { ListFailure } from '../kit/list/list-parts.tsx'
import { useUnsavedWork } from '../kit/unsaved-work.ts'
import { useLoaded } from '../kit/use-loaded.ts'
import { counted } from '../kit/words/counted.ts'
import { alsoMailed, audienceLabels, peopleText, reachText, sendFailureText } from './announcement-words.ts'

const audiences = (Object.keys(audienceLabels) as Audience[]).map((value) => ({ value, label: audienceLabels[value] }))
const byName = { column: 'name', ascending: true }
const MAX_CATEGORIES = 100

export function Compose({
  events,
  eventId,
  onEvent,
  onSent,
}: {
  events: readonly EventName[]
  eventId: string
  onEvent: (eventId: string) => void
  onSent: () => Promise<unknown>
}) {
  const [id, setId] = useState(newUuid)
  const [audience, setAudience] = useState<Audience>('holders')
  const [categoryId, setCategoryId] = useState('')
  const [subject, setSubject] = useState('')
  const [message, setMessage] = useState('')
  const [problem, setProblem] = useState<{ event?: string; subject?: string; message?: string }>({})
  const [asking, setAsking] = useState(false)
  const [earlier, setEarlier] = useState<string | null>(null)
  /** The announcement that was sent without an answer; it may have arrived, so a repeat sends the same one. */
  const [lost, setLost] = useState<AnnouncementDraft | null>(null)
  useUnsavedWork(subject.trim() !== '' || message.trim() !== '')

  const categories = useLoaded(eventId, () =>
    listCategories({ search: '', sort: byName, page: 1, pageSize: MAX_CATEGORIES }, eventId),
  )
  const offered = (categories.current && categories.value?.rows) || []
  const category = offered.some((one) => one.id === categoryId) ? categoryId : ''
  const reach = useLoaded(eventId === '' ? '' : `${eventId} ${category} ${audience}`, () =>
    countAudience(eventId, category || null, audience),
  )
  const people = reach.current ? reach.value : undefined
  const { value: works } = useLoaded('mail', mailWorks)
  const { busy, failure, run, forget } = useAction(sendAnnouncement, { failed: 'Error sending the announcement' })

  const chosen = events.find((event) => event.id === eventId)
  const ask = () => {
    const found = {
      ...(chosen ? {} : { event: 'Choose the event.' }),
      ...(subject.trim() === '' ? { subject: 'Write a subject.' } : {}),
      ...(message.trim() === '' ? { message: 'Write what buyers should know.' } : {}),
    }
    setProblem(found)
    setEarlier(null)
    forget()
    if (Object.keys(found).length === 0) setAsking(true)
  }
  const send = async () => {
    const typed = { subject: subject.trim(), message: message.trim() }
    const draft: AnnouncementDraft = { id, eventId, categoryId: category || null, audience, ...typed }
    const result = await run(draft)
    setAsking(false)
    if (!result?.ok) {
      if (result?.failure.code === 'unreachable') setLost((was) => was ?? draft)
      return
    }
    setLost(null)
    const { about } = result.value
    // The server stores an id once: after a lost answer and a change the stored one may be the first.
    const isFirst = lost !== null && JSON.stringify(lost) !== JSON.stringify(draft) && !isStored(draft, result.value)
    if (isFirst && about.kind === 'message') setEarlier(about.subject)
    else {
      setSubject('')
      setMessage('')
    }
    setId(newUuid())
    await onSent()
  }

  const reached = people
    ? reachText(people, works)
    : reach.failure
      ? 'How many it reaches could not be counted.'
      : eventId === ''
        ? 'Choose an event to see how many it reaches.'
        : 'Counting…'
  return (
    <section aria-labelledby="write" className="mt-6 grid max-w-[760px] gap-5">
      <h2 id="write" className="head-4">
        Write to buyers
      </h2>
      <div className="grid gap-5 desk:grid-cols-2">
        <SelectField
          label="Event"
          value={eventId}
          error={problem.event}
          onChange={(change) => onEvent(change.target.value)}
        >
          <option value="">Choose an event</option>
          {events.map((event) => (
            <option key={event.id} value={event.id}>
              {event.singerName}, {event.city}, {formatDay(event.date)}
              {event.status === 'cancelled' ? ' (cancelled)' : ''}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Ticket category"
          value={category}
          disabled={offered.length === 0}
          onChange={(change) => setCategoryId(change.target.value)}
        >
          <option value="">All categories</option>
          {offered.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </SelectField>
      </div>
      {categories.failure ? (
        <ListFailure
          message="Error loading the ticket categories"
          failure={categories.failure}
          onRetry={() => void categories.reload()}
        />
      ) : null}
      <div className="grid gap-1.5">
        <p className="text-2 leading-5 font-strong">Whom</p>
        <FilterChips label="Whom" choices={audiences} value={audience} onChoose={setAudience} />
        <p className="text-1 text-muted" role="status">
          {reached}
        </p>
      </div>
      <TextField
        label="Subject"
        value={subject}
        error={problem.subject}
        maxLength={MAX_SUBJECT_CHARACTERS}
        autoComplete="off"
        onChange={(change) => setSubject(change.target.value)}
      />
      <TextArea
        label="Text"
        rows={7}
        value={message}
        error={problem.message}
        hint={`Plain text, sent as you write it. ${counted(MAX_MESSAGE_CHARACTERS - message.length, 'character')} left.`}
        maxLength={MAX_MESSAGE_CHARACTERS}
        onChange={(change) => setMessage(change.target.value)}
      />
      {subject.trim() !== '' && message.trim() !== '' ? (
        <section aria-label="Preview" className="border-l-3 border-info py-0.5 pl-3">
          <p className="text-1 text-muted">
            As buyers read it{chosen ? `, about ${chosen.singerName}, ${chosen.city}` : ''}
          </p>
          <p className="font-strong wrap-anywhere">{subject.trim()}</p>
          <p className="max-w-[68ch] text-2 wrap-anywhere whitespace-pre-line">{message.trim()}</p>
        </section>
      ) : null}
      <FailureNote failure={failure} words={sendFailureText} />
      {earlier === null ? null : (
        <Note kind="warn" role="alert">
          Your first try had arrived: “{earlier}” was sent. What you typed since was not; send it again if it is needed.
        </Note>
      )}
      <div>
        <Button disabled={people?.people === 0} onClick={ask}>
          {people ? `Send to ${peopleText(people.people)}` : 'Send'}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        question={people ? `Send to ${peopleText(people.people)}?` : 'Send this announcement?'}
        confirmLabel="Send"
        kind="solid"
        busy={busy}
        busyLabel="Sending..."
        onConfirm={() => void send()}
        onCancel={() => setAsking(false)}
      >
        <p className="font-strong wrap-anywhere">{subject.trim()}</p>
        <p className="text-muted">
          {chosen ? `${chosen.singerName}, ${chosen.city}, ${formatDay(chosen.date)}. ` : ''}
          {people ? `${alsoMailed(people, works)} ` : ''}What has left cannot be taken back.
        </p>
      </ConfirmDialog>
    </section>
  )
}

/** True when this is what the server stored, which trims text and returns Unicode normal form C. */
function isStored(draft: AnnouncementDraft, { about, audience, eventId }: Announcement): boolean {
  const isSame = (a: string, b: string): boolean => a.normalize('NFC') === b.normalize('NFC')
  return (
    about.kind === 'message' &&
    eventId === draft.eventId &&
    audience === draft.audience &&
    isSame(about.subject, draft.subject) &&
    isSame(about.message, draft.message)
  )
}
