import { Link } from 'react-router-dom'
import type { LiveQueue } from '#shop/upkeep/live.ts'
import { Cell, HeadCell, Table } from '#ui/display/table.tsx'
import { paths } from '#ui/paths.ts'
import { figureText, queueText } from './live-words.ts'

/** The queues that run. `at`: the server's time of the figures. */
export function LiveQueues({ queues, at }: { queues: readonly LiveQueue[]; at: string }) {
  return (
    <section aria-label="Queues" className="mt-8">
      <h2 className="section-head head-4">Queues</h2>
      {queues.length === 0 ? (
        <p className="text-2 text-muted">
          No event has a queue now. One is added under{' '}
          <Link className="link" to={paths.adminEvents}>
            Events
          </Link>
          , Queue.
        </p>
      ) : (
        <Table
          caption="Queues"
          head={
            <tr>
              <HeadCell>Event</HeadCell>
              <HeadCell number>Joined</HeadCell>
              <HeadCell number>Let in</HeadCell>
              <HeadCell number>Waiting</HeadCell>
              <HeadCell number deskOnly>
                A minute
              </HeadCell>
            </tr>
          }
        >
          {queues.map((queue) => (
            <tr key={queue.eventId}>
              <Cell>
                <Link className="link font-strong" to={paths.adminEventQueue(queue.eventId)}>
                  {queue.title}
                </Link>
                <span className="block text-1 text-muted">{queueText(queue, at)}</span>
                <span className="block text-1 text-muted desk:hidden">{figureText(queue.rate)} a minute</span>
              </Cell>
              <Cell number>{figureText(queue.joined)}</Cell>
              <Cell number>{queue.drawnAt === null ? '–' : figureText(queue.letIn)}</Cell>
              <Cell number>{queue.drawnAt === null ? '–' : figureText(queue.waiting)}</Cell>
              <Cell number deskOnly>
                {figureText(queue.rate)}
              </Cell>
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}
