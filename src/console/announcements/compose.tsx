import { useState } from 'react'
import { newUuid } from '#platform/text/uuid.ts'
import { readCategories } from '#shop/catalogue/admin/categories-admin.api.ts'
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
import { concertWords, type OfferedConcert } from '../kit/concerts/concert-choice.ts'
import { ConcertField } from '../kit/concerts/concert-field.tsx'
import { FailureNote } from '../kit/form/form-frame.tsx'
import { problemsIn, useForm } from '../kit/form/use-form.ts'
import { FilterChips } from '../kit/list/list-frame.tsx'
import { ListFailure } from '../kit/list/list-parts.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { counted } from '../kit/words/counted.ts'
import { alsoMailed, audienceLabels, peopleText, reachText, sendFailureText } from './announcement-words.ts'

const audiences = (Object.keys(audienceLabels) as Audience[]).map((value) => ({ value, label: audienceLabels[value] }))

export function Compose({
  event: chosen,
  eventId,
  onEvent,
  onSent,
}: {
  /** Null without a choice, and until it is loaded. */
  event: OfferedConcert | null
  eventId: string
  /** Null where there is one event only. */
  onEvent: ((eventId: string) => void) | null
  onSent: () => Promise<unknown>
}) {
  const [id, setId] = useState(newUuid)
  const [audience, setAudience] = useState<Audience>('holders')
  const [categoryId, setCategoryId] = useState('')
  const [asked, setAsked] = useState<AnnouncementDraft | null>(null)
  const [earlier, setEarlier] = useState<string | null>(null)
  /** The announcement that was sent without an answer; it may have arrived, so a repeat sends the same one. */
  const [lost, setLost] = useState<AnnouncementDraft | null>(null)

  const categories = useLoaded(eventId, () => readCategories(eventId))
  const offered = (categories.current && categories.value) || []
  const category = offered.some((one) => one.id === categoryId) ? categoryId : ''
  const reach = useLoaded(eventId === '' ? '' : `${eventId} ${category} ${audience}`, () =>
    countAudience(eventId, category || null, audience),
  )
  const people = reach.current ? reach.value : undefined
  const { value: works } = useLoaded('mail', mailWorks)
  const form = useForm({
    start: { subject: '', message: '' },
    read: (typed) => {
      const about = { subject: typed.subject.trim(), message: typed.message.trim() }
      return (
        problemsIn({
          event: eventId === '' && 'Choose the event.',
          subject: about.subject === '' && 'Write a subject.',
          message: about.message === '' && 'Write what buyers should know.',
        }) ?? { id, eventId, categoryId: category || null, audience, ...about }
      )
    },
    ask: setAsked,
    save: (draft: AnnouncementDraft) => sendAnnouncement(draft),
    onSaved: async (sent, reset) => {
      setAsked(null)
      setLost(null)
      const { about } = sent
      // The server stores an id once: after a lost answer and a change the stored one may be the first.
      const isFirst = asked && lost && JSON.stringify(lost) !== JSON.stringify(asked) && !isStored(asked, sent)
      if (isFirst && about.kind === 'message') setEarlier(about.subject)
      else reset()
      setId(newUuid())
      await onSent()
    },
    onRefused: ({ code }) => {
      setAsked(null)
      if (code === 'unreachable') setLost((was) => was ?? asked)
      return {}
    },
    isUnsaved: (typed) => typed.subject.trim() !== '' || typed.message.trim() !== '',
    failed: 'Error sending the announcement',
  })
  const { draft, problems, field } = form
  const [subject, message] = [draft.subject.trim(), draft.message.trim()]

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
        {onEvent ? (
          <ConcertField
            name="event"
            none={eventId === '' ? undefined : 'One event'}
            value={chosen}
            error={problems['event']}
            onChoose={({ id: picked }) => onEvent(picked)}
          />
        ) : null}
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
      <ListFailure
        message="Error loading the ticket categories"
        failure={categories.failure}
        onRetry={categories.reload}
      />
      <div className="grid gap-1.5">
        <p className="text-2 leading-5 font-strong">Whom</p>
        <FilterChips label="Whom" choices={audiences} value={audience} onChoose={setAudience} />
        <p className="text-1 text-muted" role="status">
          {reached}
        </p>
      </div>
      <TextField {...field('subject')} label="Subject" maxLength={MAX_SUBJECT_CHARACTERS} />
      <TextArea
        {...field('message')}
        label="Text"
        rows={7}
        hint={`Plain text, sent as you write it. ${counted(MAX_MESSAGE_CHARACTERS - draft.message.length, 'character')} left.`}
        maxLength={MAX_MESSAGE_CHARACTERS}
      />
      {subject !== '' && message !== '' ? (
        <section aria-label="Preview" className="border-l-3 border-info py-0.5 pl-3">
          <p className="text-1 text-muted">As buyers read it{chosen ? `, about ${chosen.name}` : ''}</p>
          <p className="font-strong wrap-anywhere">{subject}</p>
          <p className="max-w-[68ch] text-2 wrap-anywhere whitespace-pre-line">{message}</p>
        </section>
      ) : null}
      <FailureNote failure={form.failure} words={sendFailureText} />
      {earlier === null ? null : (
        <Note kind="warn" role="alert">
          Your first try had arrived: “{earlier}” was sent. What you typed since was not; send it again if it is needed.
        </Note>
      )}
      <div>
        <Button
          disabled={people?.people === 0}
          onClick={() => {
            setEarlier(null)
            void form.submit()
          }}
        >
          {people ? `Send to ${peopleText(people.people)}` : 'Send'}
        </Button>
      </div>
      <ConfirmDialog
        open={asked !== null}
        question={people ? `Send to ${peopleText(people.people)}?` : 'Send this announcement?'}
        confirmLabel="Send"
        kind="solid"
        busy={form.busy}
        busyLabel="Sending..."
        onConfirm={() => asked && void form.send(asked)}
        onCancel={() => setAsked(null)}
      >
        <p className="font-strong wrap-anywhere">{subject}</p>
        <p className="text-muted">
          {chosen ? `${concertWords(chosen)}. ` : ''}
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
