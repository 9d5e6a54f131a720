import { useEffect, type ReactNode } from 'react'
import type { CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { mustWait, type QueuePhase } from '#shop/queue/queue.ts'
import { BottomBar } from '../bottom-bar.tsx'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Note } from '#ui/display/note.tsx'
import { count } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/queue/queue.ts'
import { paths } from '#ui/paths.ts'
import { lineWords, phaseHead } from './queue-words.ts'
import { useQueue } from './use-queue.ts'

/**
 * Shows on an event's page what its queue is for this person, and the way to it; nothing without a queue and after its
 * end. Calls `onWaits` with true while this person may not choose seats: then the phone's bar leads to the queue.
 */
export function EventQueue({
  event,
  onWaits,
}: {
  event: CatalogueEvent
  onWaits: (waits: boolean) => void
}): ReactNode {
  const { phase, state, now } = useQueue(event.id, { page: false })
  const way = phase && mustWait(phase) ? wayWords(phase) : null
  const waits = way !== null
  useEffect(() => {
    onWaits(waits)
    return () => onWaits(false)
  }, [waits, onWaits])
  if (!phase || !state || phase.kind === 'none' || phase.kind === 'ended') return null
  return (
    <>
      <Note kind={phase.kind === 'turn' ? 'ok' : 'info'} className="mt-5 grid justify-items-start gap-1">
        <b className="font-strong">
          {phase.kind === 'line'
            ? t('queue.panel.place', { place: count(phase.place) })
            : phaseHead(phase, state.joinsFrom, now)}
        </b>
        <span>
          {phase.kind === 'line' ? lineWords(phase) : t(phase.kind === 'turn' ? 'queue.turn.text' : 'queue.panel.text')}
        </span>
        {way !== null && (
          <ButtonLink small kind="line" to={paths.queue(event.id)} className="mt-1.5">
            {way}
          </ButtonLink>
        )}
      </Note>
      {way !== null && (
        <BottomBar>
          <ButtonLink kind="lit" wide arrow to={paths.queue(event.id)}>
            {way}
          </ButtonLink>
        </BottomBar>
      )}
    </>
  )
}

const wayWords = ({ kind }: QueuePhase): string =>
  t(kind === 'open' ? 'queue.join' : kind === 'before' ? 'queue.refused.show' : 'queue.panel.show')
