import { useEffect } from 'react'
import { Link, useParams } from 'react-router-dom'
import { checkIns } from '#backend/gate-admin-api.ts'
import { gateEvents } from '#backend/gate-api.ts'
import { gateCounters, gateTrouble, type GateCounters, type GateTrouble } from '#backend/gate-watch-api.ts'
import { ok } from '#domain/failure.ts'
import { formatDayTime, formatTime } from '#domain/ist.ts'
import { ago, count } from '#ui/format.ts'
import { Note } from '#ui/note.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { paths } from '#ui/paths.ts'
import { Cell, HeadCell, Table } from '#ui/table.tsx'
import { CsvButton } from '../csv-button.tsx'
import { ListFailure, ListSkeleton, PageHead } from '../list-parts.tsx'
import { useLoaded } from '../use-loaded.ts'
import { checkInColumns } from './check-in-columns.ts'
import { EventKeys } from './event-keys.tsx'
import { MinutesPlot } from './minutes-plot.tsx'
import { refusedWords } from './refused-words.ts'

/** The page asks anew this often while it is looked at, in milliseconds. */
const EVERY_MS = 10_000

/** An event's entrance as it happens: in and expected, gates, refusals, conflicts, devices, and the check-in list. */
export function GateWatchRoute() {
  usePageTitle('At the gate', 'admin')
  const { eventId = '' } = useParams()
  const event = useLoaded(`event ${eventId}`, async () => {
    const answer = await gateEvents()
    return answer.ok ? ok(answer.value.find((one) => one.id === eventId) ?? null) : answer
  })
  const counters = useLoaded(`counters ${eventId}`, () => gateCounters(eventId), eventId)
  const trouble = useLoaded(`trouble ${eventId}`, () => gateTrouble(eventId), eventId)
  const { reload: reloadCounters } = counters
  const { reload: reloadTrouble } = trouble
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return
      void reloadCounters()
      void reloadTrouble()
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [reloadCounters, reloadTrouble])

  const failure = counters.failure ?? trouble.failure
  return (
    <>
      <PageHead title="At the gate">
        <CsvButton
          name="check-ins"
          total={{ total: counters.value?.expected ?? 0, more: false }}
          columns={checkInColumns}
          read={async (onRows) => {
            const answer = await checkIns(eventId)
            if (answer.ok) onRows(answer.value.length)
            return answer
          }}
        />
      </PageHead>
      <p className="mt-1 mb-6 text-2 text-muted">
        {event.value ? `${event.value.name} · ${formatDayTime(event.value.date)} · ` : ''}
        <Link className="link" to={paths.adminEvents}>
          All events
        </Link>
      </p>
      {failure && (
        <ListFailure
          message="Failed to load the gate"
          failure={failure}
          onRetry={() => {
            void counters.reload()
            void trouble.reload()
          }}
        />
      )}
      {counters.value ? <Counters value={counters.value} /> : failure ? null : <ListSkeleton />}
      {trouble.value && <Trouble value={trouble.value} />}
      {counters.value && <Devices value={counters.value} />}
      {counters.value && <EventKeys eventId={eventId} />}
    </>
  )
}

function Counters({ value }: { value: GateCounters }) {
  return (
    <>
      <dl className="mb-8 grid grid-cols-2 gap-x-6 gap-y-4 desk:grid-cols-4">
        <Figure label="in" value={count(value.admitted)} />
        <Figure label="expected" value={count(value.expected)} />
        <Figure label="a minute, last 5" value={count(perMinute(value))} />
        <Figure label="to look at" value={count(value.conflicts + value.problems)} />
      </dl>
      <section aria-label="Arrivals" className="mb-8">
        <h2 className="section-head head-4">Arrivals by minute</h2>
        <MinutesPlot minutes={value.minutes} at={value.at} />
      </section>
      <div className="mb-8 grid gap-8 desk:grid-cols-2">
        <section aria-label="Gates">
          <h2 className="section-head head-4">Gates</h2>
          {value.gates.length === 0 ? (
            <p className="text-2 text-muted">Nothing scanned yet.</p>
          ) : (
            <Table
              caption="Gates"
              head={
                <tr>
                  <HeadCell>Gate</HeadCell>
                  <HeadCell number>In</HeadCell>
                  <HeadCell number>Refused</HeadCell>
                  <HeadCell number>Scans</HeadCell>
                </tr>
              }
            >
              {value.gates.map((gate) => (
                <tr key={gate.gate}>
                  <Cell>{gate.gate}</Cell>
                  <Cell number>{count(gate.admitted)}</Cell>
                  <Cell number>{count(gate.refused)}</Cell>
                  <Cell number>{count(gate.scans)}</Cell>
                </tr>
              ))}
            </Table>
          )}
        </section>
        <section aria-label="Refused">
          <h2 className="section-head head-4">Refused, and why</h2>
          {value.refused.length === 0 ? (
            <p className="text-2 text-muted">Nobody was refused.</p>
          ) : (
            <Table
              caption="Refused"
              head={
                <tr>
                  <HeadCell>Answer</HeadCell>
                  <HeadCell>Why</HeadCell>
                  <HeadCell number>Scans</HeadCell>
                </tr>
              }
            >
              {value.refused.map((row) => (
                <tr key={`${row.verdict} ${row.reason}`}>
                  <Cell>{row.verdict}</Cell>
                  <Cell>{row.reason ? refusedWords(row.reason) : ''}</Cell>
                  <Cell number>{count(row.count)}</Cell>
                </tr>
              ))}
            </Table>
          )}
        </section>
      </div>
    </>
  )
}

function Trouble({ value }: { value: GateTrouble }) {
  const more = value.conflictCount - value.conflicts.length + (value.problemCount - value.problems.length)
  return (
    <section aria-label="To look at" className="mb-8">
      <h2 className="section-head head-4">To look at</h2>
      {value.conflicts.length + value.problems.length === 0 ? (
        <p className="text-2 text-muted">No seat was let in twice, and every admission has a good ticket.</p>
      ) : (
        <Table
          caption="To look at"
          head={
            <tr>
              <HeadCell>What</HeadCell>
              <HeadCell>First</HeadCell>
              <HeadCell>Again</HeadCell>
            </tr>
          }
        >
          {value.conflicts.map((one) => (
            <tr key={`${one.seat} ${one.first.scanId} ${one.later.scanId}`}>
              <Cell className="font-strong text-bad">Seat {one.seat} was let in twice</Cell>
              <Cell>{scanWords(one.first)}</Cell>
              <Cell>{scanWords(one.later)}</Cell>
            </tr>
          ))}
          {value.problems.map((one) => (
            <tr key={one.scanId}>
              <Cell className="font-strong text-bad">
                {one.problem === 'unknown_ticket' ? 'No such ticket' : 'The ticket had been taken back'}
                {one.seats.length > 0 ? `: ${one.seats.join(', ')}` : ''}
              </Cell>
              <Cell>{scanWords(one)}</Cell>
              <Cell />
            </tr>
          ))}
        </Table>
      )}
      {more > 0 && <Note className="mt-3">{count(more)} more are not shown here.</Note>}
    </section>
  )
}

const scanWords = (scan: { at: number; gate: string; staffName: string | null }): string =>
  [formatTime(scan.at), scan.gate, scan.staffName].filter(Boolean).join(', ')

function Devices({ value }: { value: GateCounters }) {
  return (
    <section aria-label="Devices">
      <h2 className="section-head head-4">Devices</h2>
      {value.devices.length === 0 ? (
        <p className="text-2 text-muted">No device has been heard of yet.</p>
      ) : (
        <Table
          caption="Devices"
          head={
            <tr>
              <HeadCell>Gate</HeadCell>
              <HeadCell>Staff</HeadCell>
              <HeadCell>Last heard</HeadCell>
              <HeadCell deskOnly>List</HeadCell>
              <HeadCell number>To sync</HeadCell>
              <HeadCell number>Scans</HeadCell>
            </tr>
          }
        >
          {value.devices.map((device) => (
            <tr key={device.device}>
              <Cell>{device.gate}</Cell>
              <Cell>{device.staffName ?? ''}</Cell>
              <Cell>{ago(device.lastSyncAt, value.at)}</Cell>
              <Cell deskOnly>{device.rosterAt === null ? 'not complete' : ago(device.rosterAt, value.at)}</Cell>
              <Cell number>{device.waiting === null ? '' : count(device.waiting)}</Cell>
              <Cell number>{count(device.scans)}</Cell>
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="border-t border-rule pt-2">
      <dd className="figure head-5">{value}</dd>
      <dt className="text-2 text-muted">{label}</dt>
    </div>
  )
}

/** Minutes that count as lately. */
const LATELY = 5

function perMinute({ minutes, at }: GateCounters): number {
  const from = at - LATELY * 60_000
  return Math.round(minutes.filter((one) => one.minute >= from).reduce((sum, one) => sum + one.admitted, 0) / LATELY)
}
