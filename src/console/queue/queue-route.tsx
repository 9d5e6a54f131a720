import { useParams } from 'react-router-dom'
import { readCategories } from '#shop/catalogue/admin/categories-admin.api.ts'
import type { CategoryListRow } from '#shop/catalogue/admin/category-rows.ts'
import type { EventListRow } from '#shop/catalogue/admin/events-admin.api.ts'
import { readQueue } from '#shop/queue/queue-admin.api.ts'
import { phaseOf, type AdminQueue, waitingOf } from '#shop/queue/queue-admin.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { Note } from '#ui/display/note.tsx'
import { useNow, usePolling } from '#ui/hooks/use-time.ts'
import { RecordHistory } from '../history/history-list.tsx'
import { together, useLoaded } from '../kit/use-loaded.ts'
import { EndQueue } from './end-queue.tsx'
import { QueueForm } from './queue-form.tsx'
import { StateMark } from '#ui/display/state-mark.tsx'
import { count } from '#ui/format.ts'
import { CopyText, Fact, Figure } from '../kit/fact.tsx'
import { phaseWords, rateWords } from './queue-words.ts'
import { counted } from '../kit/words/counted.ts'
import { useConcert } from '../kit/concert.ts'
import { WhenLoaded } from '../kit/list/when-loaded.tsx'

const REFRESH_EVERY_MS = 5_000

export function QueueRoute() {
  usePageTitle('Queue', 'admin')
  const { eventId = '' } = useParams()
  const concert = useConcert()
  const categories = useLoaded(`categories ${eventId}`, () => readCategories(eventId))
  const queue = useLoaded(`queue ${eventId}`, () => readQueue(eventId))
  usePolling(queue.reload, REFRESH_EVERY_MS)

  const event = concert?.event
  const loaded = together({ categories, queue })
  return (
    <WhenLoaded of={{ ...loaded, value: event && loaded.value }} message="Error loading the queue">
      {(value) => (
        <EventQueue
          key={eventId}
          event={event!}
          categories={value.categories}
          queue={value.queue}
          onChanged={() => Promise.all([concert?.reload(), queue.reload()])}
        />
      )}
    </WhenLoaded>
  )
}

function EventQueue({
  event,
  categories,
  queue,
  onChanged,
}: {
  event: EventListRow
  categories: readonly CategoryListRow[]
  queue: AdminQueue | null
  onChanged: () => Promise<unknown>
}) {
  const now = useNow()
  const past = pastWords(event, now)
  const phase = queue && phaseOf(queue)
  return (
    <>
      {queue ? (
        <QueueState queue={queue} />
      ) : (
        <p className="mb-5 max-w-[70ch]">
          With a queue, everyone who joins before the sale opens gets a place by lot, and then so many people a minute
          may buy, in the order of their places. Who comes later follows, and everyone can check the draw.
        </p>
      )}
      {past && (!queue || phase !== 'ended') ? <Note className="mt-5">{past}</Note> : null}
      {!past && queue && event.publishedAt === null && phase !== 'ended' && phase !== 'letting in' ? (
        <Note kind="warn" className="mt-5">
          The event is a draft: no one can join, and the list is not drawn, until it is published.
        </Note>
      ) : null}
      {past || phase === 'ended' ? null : (
        <section aria-label={queue ? 'Change' : 'New queue'} className={queue ? 'mt-8' : undefined}>
          {queue ? <h2 className="section-head head-4">Change the queue</h2> : null}
          <QueueForm event={event} categories={categories} stored={queue} now={now} onChanged={onChanged} />
        </section>
      )}
      {queue ? <EndQueue eventId={event.id} queue={queue} onChanged={onChanged} /> : null}
      {queue ? (
        <RecordHistory
          key={`${queue.joinsFrom} ${queue.opensAt} ${queue.perMinute} ${queue.endedAt}`}
          of={[{ noun: 'event_queues', ids: [event.id] }]}
        />
      ) : null}
    </>
  )
}

/** Why an event needs no queue any more; null while it does. */
function pastWords({ status, date }: EventListRow, now: number): string | null {
  if (status !== 'scheduled') return 'The event is cancelled: it needs no queue.'
  return Date.parse(date) <= now ? 'The event has begun: it needs no queue.' : null
}

/** Where a queue is, its figures, and what everyone may check of its draw. */
function QueueState({ queue }: { queue: AdminQueue }) {
  const { kind, mark, text } = phaseWords(queue)
  const drawn = queue.drawnAt !== null
  return (
    <section aria-label="State of the queue">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <StateMark kind={kind} tag>
          {mark}
        </StateMark>
        <span>{text}</span>
      </p>
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-4 desk:grid-cols-4">
        <Figure label="joined" value={count(queue.joined)} />
        <Figure label="let in" value={drawn ? count(queue.letIn) : '–'} />
        <Figure label="waiting for their turn" value={drawn ? count(waitingOf(queue)) : '–'} />
        <Figure label={rateWords(queue).replace(/^\S+ /, '')} value={count(queue.rate)} />
      </dl>
      <dl className="mt-6 max-w-[720px] text-2">
        <Fact label="Joining opens">{formatDayTime(queue.joinsFrom)}</Fact>
        <Fact label="Sale opens">{formatDayTime(queue.opensAt)}</Fact>
        {queue.drawnAt !== null ? (
          <Fact label="Drawn">
            {formatDayTime(queue.drawnAt)}
            {queue.drawn === null ? '' : `, ${counted(queue.drawn, 'person', 'people')}`}
          </Fact>
        ) : null}
        {queue.endedAt !== null ? <Fact label="Ended">{formatDayTime(queue.endedAt)}</Fact> : null}
        <Hash label="Hash of the seed" text={queue.seedHash} />
        {queue.listHash !== null ? <Hash label="Hash of the list" text={queue.listHash} /> : null}
        {queue.seed !== null ? <Hash label="Seed" text={queue.seed} /> : null}
      </dl>
      <p className="mt-2 max-w-[720px] text-1 text-muted">
        The hash of the seed is public before anyone joins, the hash of the list before the seed: everyone can check
        with SHA-256 that the order was not chosen afterwards.
      </p>
    </section>
  )
}

function Hash({ label, text }: { label: string; text: string }) {
  return (
    <Fact label={label}>
      <CopyText text={text} what={label.toLowerCase()} />
    </Fact>
  )
}
