import { formatDayTime } from '#platform/time/ist.ts'
import { type CategoryList, type Waiting, readWaitingLists } from '#shop/waiting/waiting-admin.api.ts'
import { counted } from '../kit/words/counted.ts'
import { Cell } from '#ui/display/table.tsx'
import { count } from '#ui/format.ts'
import { usePolling } from '#ui/hooks/use-time.ts'
import { listedSeats } from '#ui/seat-map/said-seats.ts'
import { ListFailure, ListSkeleton } from '../kit/list/list-parts.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { ListTable } from '../kit/list/list-table.tsx'

/** Says what someone waits for: '2 side by side', '1 seat', '3, also apart' */
export const wishWords = ({ seats, together }: Pick<Waiting, 'seats' | 'together'>): string =>
  seats === 1 ? counted(1, 'seat') : together ? `${seats} side by side` : `${seats}, also apart`

export const offerWords = ({ orderCode, isSubmitted, until }: NonNullable<Waiting['offer']>): string =>
  isSubmitted ? `Order ${orderCode}, payment in review` : `Order ${orderCode}, until ${formatDayTime(until)}`

/** Returns the figures to show of a list: always people and seats, the others only above 0. */
export function figuresOf(list: CategoryList): { label: string; value: number }[] {
  const figures = [
    { label: 'People waiting', value: list.people },
    { label: 'Seats wanted', value: list.seats },
  ]
  const more = [
    { label: 'Open offers', value: list.offers },
    { label: 'Payments in review', value: list.submitted },
    { label: 'Seats bought by offers', value: list.bought },
    { label: 'Given back, unsold', value: list.returns },
    { label: 'Given back, in review', value: list.buying },
    { label: 'Given back, sold', value: list.returnsSold },
  ]
  return [...figures, ...more.filter(({ value }) => value > 0)]
}

const REFRESH_EVERY_MS = 30_000

/**
 * Shows the waiting lists of an event: how many people wait, what is offered and given back, and the people in their
 * order.
 */
export function WaitingLists({ eventId }: { eventId: string }) {
  const { value, failure, reload } = useLoaded(`waiting ${eventId}`, () => readWaitingLists(eventId), { list: eventId })
  usePolling(reload, REFRESH_EVERY_MS)
  return (
    <section aria-label="Waiting lists" className="mt-8">
      <h2 className="section-head head-4">Waiting lists</h2>
      <p className="mb-4 max-w-[70ch] text-2 text-muted">
        When seats of a sold-out category become free, they are offered to the first person on the list who wants as
        many. Without an answer in time they go to the next.
      </p>
      <ListFailure message="Failed to load the lists" failure={failure} onRetry={reload} />
      {value ? (
        value.length === 0 ? (
          <p className="text-2 text-muted">Nothing is waited for, and nothing was given back.</p>
        ) : (
          value.map((list) => <OneList key={list.ticketCategoryId} list={list} />)
        )
      ) : failure ? null : (
        <ListSkeleton />
      )}
    </section>
  )
}

function OneList({ list }: { list: CategoryList }) {
  return (
    <section aria-label={`Waiting list of ${list.category}`} className="mb-8">
      <h3 className="mb-2 font-strong">{list.category}</h3>
      <dl className="mb-3 flex flex-wrap gap-x-8 gap-y-2 text-2">
        {figuresOf(list).map(({ label, value }) => (
          <div key={label}>
            <dt className="text-1 text-muted">{label}</dt>
            <dd className="font-strong tabular-nums">{count(value)}</dd>
          </div>
        ))}
      </dl>
      {list.waits.length > 0 && (
        <ListTable
          caption={`Waiting for ${list.category}`}
          className=""
          columns={[{ head: 'Place', number: true }, 'Person', 'Wish', { head: 'Since', deskOnly: true }, 'Offer']}
        >
          {list.waits.map((one, index) => (
            <Row key={one.id} place={index + 1} waiting={one} />
          ))}
        </ListTable>
      )}
      {list.people > list.waits.length && (
        <p className="mt-2 text-2 text-muted">
          The first {count(list.waits.length)} of {count(list.people)} people.
        </p>
      )}
    </section>
  )
}

function Row({ place, waiting }: { place: number; waiting: Waiting }) {
  const { name, email, joinedAt, offer } = waiting
  return (
    <tr>
      <Cell number>{count(place)}</Cell>
      <Cell className="wrap-anywhere">
        {name || 'No name'}
        {email && <span className="block text-muted">{email}</span>}
      </Cell>
      <Cell>{wishWords(waiting)}</Cell>
      <Cell deskOnly>{formatDayTime(joinedAt)}</Cell>
      <Cell>
        {offer ? (
          <>
            {listedSeats(offer.seats)}
            <span className="block text-muted">{offerWords(offer)}</span>
          </>
        ) : (
          <span className="text-muted">None</span>
        )}
      </Cell>
    </tr>
  )
}
