import { Link } from 'react-router-dom'
import type { CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import type { QueueEntry, QueueState } from '#shop/queue/queue.ts'
import { Fact } from '#ui/display/fact.tsx'
import { count } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/queue/draw.ts'
import '#ui/messages/en/queue/queue.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths } from '#ui/paths.ts'
import { ReadFailed } from '../read-failed.tsx'
import { EventHead, QueueSkeleton } from './of-event.tsx'
import { useQueue } from './use-queue.ts'
import { DrawCheck } from './draw-check.tsx'

/** Shows how the order of an event's queue was made, and how to check it. Public. */
export function DrawPage({ event }: { event: CatalogueEvent }) {
  const queue = useQueue(event.id, { page: true })
  const { state, entry } = queue
  const title = t(state?.drawnAt === null ? 'draw.title.will' : 'draw.title')
  usePageTitle(`${title}: ${event.singer.name}`)
  return (
    <>
      <EventHead event={event} />
      <div className="mt-6 border-t-2 border-rule-strong pt-4">
        <h2 className="head-4">{title}</h2>
        {state ? (
          <Facts event={event} state={state} entry={entry} />
        ) : state === null ? (
          <p className="mt-3">{t('queue.none')}</p>
        ) : queue.failed ? (
          <ReadFailed level="h3" title={t('queue.unread')} failure={queue.failed} retry={() => void queue.ask()} />
        ) : (
          <QueueSkeleton />
        )}
        <p className="mt-8 border-t border-rule pt-3 text-2">
          <Link to={paths.queue(event.id)} className="-my-2 link py-2">
            {t('draw.back')}
          </Link>
        </p>
      </div>
    </>
  )
}

function Facts({ event, state, entry }: { event: CatalogueEvent; state: QueueState; entry: QueueEntry | null }) {
  return (
    <>
      <p className="mt-3 max-w-[60ch]">{t('draw.text')}</p>
      {state.drawnAt === null && <p className="mt-3 max-w-[60ch]">{t('draw.notYet')}</p>}
      <dl className="mt-5 max-w-[640px]">
        <Fact name={t('draw.seedHash')}>{state.seedHash}</Fact>
        {state.listHash && <Fact name={t('draw.listHash')}>{state.listHash}</Fact>}
        {state.seed && <Fact name={t('draw.seed')}>{state.seed}</Fact>}
        {state.drawn !== null && <Fact name={t('draw.people')}>{count(state.drawn)}</Fact>}
        {entry && <Fact name={t('draw.code')}>{entry.code}</Fact>}
        {entry?.place != null && <Fact name={t('draw.place')}>{count(entry.place)}</Fact>}
      </dl>
      {entry?.late && <p className="mt-3 max-w-[60ch]">{t('draw.late')}</p>}
      {state.seed && state.listHash && (
        <DrawCheck
          eventId={event.id}
          seed={state.seed}
          seedHash={state.seedHash}
          listHash={state.listHash}
          entry={entry?.late ? null : entry}
        />
      )}
    </>
  )
}
