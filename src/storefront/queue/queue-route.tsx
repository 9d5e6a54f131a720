import { useEffect, useEffectEvent, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import type { CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import type { QueuePhase } from '#shop/queue/queue.ts'
import { formatTime } from '#platform/time/ist.ts'
import { announce } from '#ui/announce.tsx'
import { Empty, Note } from '#ui/display/note.tsx'
import { cityWords, count } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/queue/queue.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths } from '#ui/paths.ts'
import { ReadFailed } from '../read-failed.tsx'
import { DrawPage } from './draw-page.tsx'
import { EventHead, OfEvent, QueueSkeleton } from './of-event.tsx'
import { PhaseView } from './phase-view.tsx'
import { lineWords, phaseHead } from './queue-words.ts'
import { useQueue } from './use-queue.ts'

/** The queue of an event, or how its order was made: by the end of the address. Public; a place belongs to an account. */
export function QueueRoute() {
  const draw = useLocation().pathname.endsWith('/draw')
  return (
    <OfEvent>
      {(event) => (draw ? <DrawPage key={event.id} event={event} /> : <QueuePage key={event.id} event={event} />)}
    </OfEvent>
  )
}

/** Shows one person how to join, their place and their turn. */
function QueuePage({ event }: { event: CatalogueEvent }) {
  const queue = useQueue(event.id, { page: true })
  const { phase, state, now } = queue
  const over = event.status === 'cancelled' || Date.parse(event.date) <= now
  usePageTitle(titleOf(event, over ? null : phase))
  useSpokenPhase(over || !phase || !state ? null : spokenWords(phase, state.joinsFrom, now), phase?.kind)
  const opened = state ? state.listHash !== null : false
  return (
    <>
      <EventHead event={event} />
      {over ? (
        <Message title={t('queue.none')} text={t('queue.over.text')} event={event} />
      ) : phase === null && queue.failed ? (
        <ReadFailed title={t('queue.unread')} failure={queue.failed} retry={() => void queue.ask()} />
      ) : phase === null ? (
        <div className="mt-8">
          <QueueSkeleton />
        </div>
      ) : !state ? (
        <Message title={t('queue.none')} text={t('queue.none.text')} event={event} />
      ) : (
        <section aria-labelledby="phase" className="mt-6 border-t-2 border-rule-strong pt-4">
          <PhaseView event={event} queue={queue} state={state} phase={phase} />
          {queue.estimate && isCountedOn(phase) && (
            <Note kind="warn" role="status" className="mt-6 max-w-[60ch]">
              {t('queue.estimate', { time: formatTime(state.at) })}
            </Note>
          )}
          <p className="mt-8 border-t border-rule pt-3 text-2">
            <Link to={paths.queueDraw(event.id)} className="-my-2 link py-2">
              {t(opened ? 'queue.how' : 'queue.how.will')}
            </Link>
          </p>
        </section>
      )}
    </>
  )
}

function Message({ title, text, event }: { title: string; text: string; event: CatalogueEvent }) {
  return (
    <Empty title={title} way={{ to: paths.event(event.id), label: t('queue.toEvent'), small: true }}>
      {text}
    </Empty>
  )
}

/** What a tab in the background shows. */
function titleOf({ singer, city }: CatalogueEvent, phase: QueuePhase | null): string {
  if (phase?.kind === 'line') return t('queue.title.place', { place: count(phase.place), singer: singer.name })
  if (phase?.kind === 'turn') return t('queue.title.turn', { singer: singer.name })
  return t('queue.page', { singer: singer.name, city: cityWords(city) })
}

/** A turn does not end, and the other phases count nothing for this person. */
const isCountedOn = ({ kind }: QueuePhase): boolean => kind === 'joined' || kind === 'drawing' || kind === 'line'

/** Announces a change of phase, once; not the one that the page opens with, nor each person who is let in. */
function useSpokenPhase(words: string | null, kind: QueuePhase['kind'] | undefined): void {
  const before = useRef<QueuePhase['kind'] | null>(null)
  const say = useEffectEvent((): void => {
    if (words !== null && before.current !== null) announce(words)
  })
  useEffect(() => {
    if (!kind) return
    say()
    before.current = kind
  }, [kind])
}

const spokenWords = (phase: QueuePhase, joinsFrom: string, now: number): string =>
  phase.kind === 'line'
    ? `${t('queue.place')}: ${count(phase.place)}. ${lineWords(phase)}`
    : phaseHead(phase, joinsFrom, now)
