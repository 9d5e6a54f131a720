import { type CheckIn, type CheckInPerson, checkIns } from '#shop/gate/gate-admin.api.ts'
import { formatTypedCode } from '#shop/tickets/ticket-code.ts'
import { csvTime, type CsvColumn, CsvButton } from '../kit/list/csv-button.tsx'
import { seatsCell } from '../bookings/ticket-state.tsx'
import { useParams } from 'react-router-dom'
import { ok } from '#platform/failure/failure.ts'
import type { EventListRow } from '#shop/catalogue/admin/events-admin.api.ts'
import { gateCounters, gateTrouble } from '#shop/gate/gate-watch.api.ts'
import { dayKey } from '#platform/time/ist.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { usePolling } from '#ui/hooks/use-time.ts'
import { ListFailure, ListSkeleton, PageHead } from '../kit/list/list-parts.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { Counters } from './gate-counters.tsx'
import { GateDevices } from './gate-devices.tsx'
import { WhoWorksHere } from './event-staff.tsx'
import { Trouble } from './gate-trouble.tsx'
import { useConcert } from '../kit/concert.ts'

/** Same as at the gate: a ticket with a refund owed is not valid. */
function stateOf({ status, refund }: CheckIn): string {
  if (refund) return refund === 'refunded' ? 'refunded' : 'refund owed'
  return status === 'completed' ? 'valid' : 'revoked'
}

/** One row of the file: one person. */
export type PersonRow = CheckIn & { person: CheckInPerson }

export const checkInRows = (tickets: readonly CheckIn[]): PersonRow[] =>
  tickets.flatMap((ticket) => ticket.people.map((person) => ({ ...ticket, person })))

export const checkInColumns: CsvColumn<PersonRow>[] = [
  { head: 'Ticket code', cell: (row) => formatTypedCode(row.code) },
  { head: 'Order', cell: (row) => row.orderCode },
  { head: 'Name', cell: (row) => row.person.name },
  { head: 'Received from', cell: (row) => (row.person.received ? row.userName : null) },
  { head: 'Buyer’s email', cell: (row) => row.userEmail },
  { head: 'Ticket', cell: (row) => row.categoryName },
  { head: 'Seat', cell: (row) => seatsCell([row.person.seat]) },
  { head: 'State', cell: stateOf },
  { head: 'In (IST)', cell: (row) => csvTime(row.person.inAt) },
  { head: 'Gate', cell: (row) => row.person.gate },
]

const REFRESH_EVERY_MS = 10_000

export function GateWatchRoute() {
  usePageTitle('Door', 'admin')
  const { eventId = '' } = useParams()
  const event = useConcert()?.event
  const counters = useLoaded(`counters ${eventId}`, () => gateCounters(eventId), { list: eventId })
  const trouble = useLoaded(`trouble ${eventId}`, () => gateTrouble(eventId), { list: eventId })
  const reload = () => Promise.all([counters.reload(), trouble.reload()])
  usePolling(reload, REFRESH_EVERY_MS)

  const failure = counters.failure ?? trouble.failure
  return (
    <>
      <PageHead title="Door">
        <CsvButton
          name="check-ins"
          fileName={event && checkInsFile(event)}
          total={{ total: counters.value?.expected ?? 0, more: false }}
          columns={checkInColumns}
          read={async ({ line, signal }) => {
            const answer = await checkIns(eventId, signal)
            return answer.ok ? ok(checkInRows(answer.value).map(line)) : answer
          }}
        />
      </PageHead>
      <ListFailure message="Failed to load the gate" failure={failure} onRetry={reload} />
      {counters.value ? <Counters eventId={eventId} value={counters.value} /> : failure ? null : <ListSkeleton />}
      {trouble.value && <Trouble value={trouble.value} />}
      <WhoWorksHere eventId={eventId} event={event} />
      {counters.value && <GateDevices eventId={eventId} value={counters.value} onChanged={counters.reload} />}
    </>
  )
}

/** 'check-ins-meher-qazi-mumbai-2026-12-05.csv' */
function checkInsFile(event: Pick<EventListRow, 'singerName' | 'city' | 'date'>): string {
  const words = `${event.singerName} ${event.city}`.toLowerCase().split(/[^\p{L}\p{N}\p{M}]+/u)
  return ['check-ins', ...words.filter(Boolean), `${dayKey(event.date)}.csv`].join('-')
}
