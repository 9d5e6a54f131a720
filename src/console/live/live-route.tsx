import { Link } from 'react-router-dom'
import type { Failure } from '#platform/failure/failure.ts'
import { readLive } from '#shop/upkeep/live.api.ts'
import { isOld, type LiveFigures, type LiveQueue } from '#shop/upkeep/live.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { Note } from '#ui/display/note.tsx'
import { StateMark } from '#ui/display/state-mark.tsx'
import { useNow, usePolling } from '#ui/hooks/use-time.ts'
import { count } from '#ui/format.ts'
import { paths, withQuery } from '#ui/paths.ts'
import { ListFailure, ListSkeleton, PageHead } from '../kit/list/list-parts.tsx'
import { Plot } from '../kit/plot/plot.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { whyFailed } from '../kit/why-failed.ts'
import { ageText, clockText, figureText, holdsText, warningsOf, queueText } from './live-words.ts'
import { Cell } from '#ui/display/table.tsx'
import { ListTable } from '../kit/list/list-table.tsx'
import { TextLink } from '../kit/text-link.tsx'

const REFRESH_EVERY_MS = 2_000
const CLOCK_MS = 1_000

/** Shows an operator what happens while a sale opens. */
export function LiveRoute() {
  usePageTitle('Live', 'admin')
  const { value, failure, at, reload } = useLoaded('live', readLive)
  usePolling(reload, value === null ? null : REFRESH_EVERY_MS)
  const now = useNow(CLOCK_MS)
  return (
    <>
      <PageHead title="Live">
        {value && at !== null ? (
          <p className="text-2 text-muted tabular-nums">
            As of {clockText(value.at)}
            {isOld(at, now) ? '' : ', every 2 seconds'}
          </p>
        ) : null}
      </PageHead>
      {value && at !== null ? (
        <>
          {isOld(at, now) ? <Old age={now - at} failure={failure} /> : null}
          <Figures value={value} />
        </>
      ) : value === null ? (
        <Hosted />
      ) : failure ? (
        <ListFailure message="Error loading the figures" failure={failure} onRetry={reload} />
      ) : (
        <ListSkeleton />
      )}
    </>
  )
}

function Old({ age, failure }: { age: number; failure: Failure | null }) {
  return (
    <Note kind="bad" className="mt-4">
      <p className="font-strong" role="alert">
        The server does not answer. The figures below are old.
      </p>
      <p className="tabular-nums">
        They are {ageText(age)} old, and come again by themselves. {failure ? whyFailed(failure) : ''}
      </p>
    </Note>
  )
}

function Figures({ value }: { value: LiveFigures }) {
  const warnings = warningsOf(value)
  return (
    <>
      <section aria-label="Warnings" className="mt-4 grid gap-3">
        <p role="status" className="sr-only">
          {warnings.map(({ said }) => said).join(' ')}
        </p>
        {warnings.length === 0 ? (
          <p>
            <StateMark kind="ok">No errors, and no one was asked to wait, in the last minute</StateMark>
          </p>
        ) : (
          warnings.map(({ title, text }) => (
            <div key={text} className="border-l-3 border-bad bg-bad-soft px-4 py-3">
              <p className="font-strong text-bad">{title}</p>
              <p className="mt-1 max-w-[80ch] text-2">{text}</p>
            </div>
          ))
        )}
      </section>
      <dl className="mt-4 grid grid-cols-2 border-t-2 border-rule-strong desk:grid-cols-4">
        {tilesOf(value).map(({ label, to, figure, remark }, index) => (
          <div
            key={label}
            className={[
              'relative flex flex-col border-b border-rule py-3 pr-3 desk:px-4 desk:py-3.5',
              index % 2 === 1 ? 'border-l pl-4' : '',
              index % 4 === 0 ? 'desk:pl-0' : 'desk:border-l',
            ].join(' ')}
          >
            <dt className="order-1 text-2 leading-5">
              {to ? (
                <Link to={to} className="after:absolute after:inset-0 hover:underline">
                  {label}
                </Link>
              ) : (
                label
              )}
            </dt>
            <dd className="figure text-5 leading-9 tracking-[-0.01em] desk:text-[2.5rem] desk:leading-11">{figure}</dd>
            <dd className="order-2 text-1 text-muted tabular-nums">{remark}</dd>
          </div>
        ))}
      </dl>
      <section aria-label="Holds" className="mt-8">
        <h2 className="section-head head-4">Holds in the last ten minutes</h2>
        {value.holds.some((one) => one.count > 0) ? (
          <Plot
            title="Holds in the last ten minutes"
            isHeaded
            said={holdsText(value.holds)}
            at={value.holds.map(({ at }) => clockText(at))}
            series={[{ name: 'Holds', values: value.holds.map((one) => one.count) }]}
            word={count}
          />
        ) : (
          <p className="text-2 text-muted">
            No holds in the last ten minutes. What is on sale, and from when, is under{' '}
            <TextLink to={paths.adminEvents}>Concerts</TextLink>.
          </p>
        )}
      </section>
      <LiveQueues queues={value.queues} at={value.at} />
    </>
  )
}

interface Tile {
  label: string
  to?: string
  figure: string
  remark: string
}

/** A dash while there is no hold to measure. */
const timeText = (ms: number): string => (ms > 0 ? figureText(ms, ' ms') : '–')

const lastMinute = 'in the last minute'

const tilesOf = (value: LiveFigures): Tile[] => [
  {
    label: 'Visitors',
    figure: figureText(value.visitors),
    remark: `by network address; ${figureText(value.watchers)} looking at seats`,
  },
  { label: 'Holds', figure: figureText(value.holdsMinute), remark: `seats put into carts, ${lastMinute}` },
  { label: 'Payments', figure: figureText(value.paymentsMinute), remark: lastMinute },
  {
    label: 'Waiting payments',
    to: withQuery(paths.adminPayments, { sort: 'created_at' }),
    figure: figureText(value.waitingPayments),
    remark: 'to be decided',
  },
  { label: 'Requests', figure: figureText(value.requestsMinute), remark: lastMinute },
  {
    label: 'Time to hold seats',
    figure: timeText(value.slowMs.p50),
    remark: value.slowMs.p99 > 0 ? `the slowest 1 in 100: ${timeText(value.slowMs.p99)}` : 'none measured yet',
  },
  { label: 'Refused', figure: figureText(value.refusedMinute), remark: `${lastMinute}; some are usual` },
  {
    label: value.processes === 1 ? 'Server' : 'Servers',
    figure: figureText(value.processes),
    remark: `${figureText(value.memoryMb, ' MB')} of memory`,
  },
]

function Hosted() {
  return (
    <Note kind="info" className="mt-4 max-w-[80ch]">
      <p className="font-strong">This shop has no server of its own that counts.</p>
      <p className="mt-1">
        Its backend is hosted. While a sale opens, look in Supabase’s dashboard: Reports (or Observability), API
        Gateway, has the requests, the errors and how fast answers are; Database, beside it, has the connections and the
        processor; Logs has each error. Holds and payments are here, under{' '}
        <TextLink to={paths.adminDashboard}>Home</TextLink> and <TextLink to={paths.adminPayments}>Payments</TextLink>,
        and how many wait on the page of each queue, from <TextLink to={paths.adminEvents}>Concerts</TextLink>.
      </p>
    </Note>
  )
}

/** The queues that run. `at`: the server's time of the figures. */
function LiveQueues({ queues, at }: { queues: readonly LiveQueue[]; at: string }) {
  return (
    <section aria-label="Queues" className="mt-8">
      <h2 className="section-head head-4">Queues</h2>
      {queues.length === 0 ? (
        <p className="text-2 text-muted">
          No event has a queue now. One is added under <TextLink to={paths.adminEvents}>Concerts</TextLink>, Queue.
        </p>
      ) : (
        <ListTable
          caption="Queues"
          className=""
          columns={[
            'Event',
            { head: 'Joined', number: true },
            { head: 'Let in', number: true },
            { head: 'Waiting', number: true },
            { head: 'A minute', number: true, deskOnly: true },
          ]}
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
        </ListTable>
      )}
    </section>
  )
}
