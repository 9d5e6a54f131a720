import { formatDayTime } from '#platform/time/ist.ts'
import { waitingOf, type AdminQueue } from '#shop/queue/queue-admin.ts'
import { StateMark } from '#ui/display/state-mark.tsx'
import { count } from '#ui/format.ts'
import { CopyText } from '../kit/copy-text.tsx'
import { Fact, Figure } from '../kit/fact.tsx'
import { phaseWords, rateWords } from './queue-words.ts'

/** Where a queue is, its figures, and what everyone may check of its draw. */
export function QueueState({ queue }: { queue: AdminQueue }) {
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
            {queue.drawn === null ? '' : `, ${count(queue.drawn)} ${queue.drawn === 1 ? 'person' : 'people'}`}
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
