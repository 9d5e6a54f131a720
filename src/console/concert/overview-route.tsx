import { Link } from 'react-router-dom'
import { readCategories } from '#shop/catalogue/admin/categories-admin.api.ts'
import type { CategoryListRow } from '#shop/catalogue/admin/category-rows.ts'
import { readEventStaff } from '#shop/gate/gate-admin.api.ts'
import { readSettlement } from '#shop/settlement/settlement.api.ts'
import type { Settlement } from '#shop/settlement/settlement.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { Empty } from '#ui/display/note.tsx'
import { Cell } from '#ui/display/table.tsx'
import { count, exactRupees } from '#ui/format.ts'
import { useNow, usePolling } from '#ui/hooks/use-time.ts'
import { paths, withQuery } from '#ui/paths.ts'
import { useConcert, type Concert } from '../kit/concert.ts'
import { FigureTiles } from '../kit/fact.tsx'
import { ListTable } from '../kit/list/list-table.tsx'
import { WhenLoaded } from '../kit/list/when-loaded.tsx'
import { TextLink } from '../kit/text-link.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { nextSteps, type ConcertFacts } from './next-steps.ts'

const REFRESH_EVERY_MS = 60_000

/** Shows how a concert is doing: what is to be done, its places, and its money, each figure leading to its rows. */
export function OverviewRoute() {
  const concert = useConcert()
  return concert ? <Overview concert={concert} /> : null
}

function Overview({ concert: { id, event, about } }: { concert: Concert }) {
  usePageTitle(event ? `${event.singerName}, ${event.city}` : 'Concert', 'admin')
  const now = useNow(REFRESH_EVERY_MS)
  const categories = useLoaded(`categories ${id}`, () => readCategories(id))
  const settlement = useLoaded(`settlement ${id}`, () => readSettlement(id))
  const staff = useLoaded(`staff ${id}`, () => readEventStaff(id))
  usePolling(() => Promise.all([categories.reload(), settlement.reload()]), REFRESH_EVERY_MS)
  return (
    <div className="grid gap-8">
      {event ? (
        <ToDo
          now={now}
          facts={{
            event,
            hasPoster: about && about.poster !== null,
            staff: staff.value?.filter(({ works }) => works).length,
            settlement: settlement.value,
          }}
        />
      ) : null}
      <section aria-labelledby="places">
        <h2 id="places" className="head-4">
          Places
        </h2>
        <WhenLoaded of={categories} message="Error loading the places">
          {(all) => <Places id={id} categories={all} />}
        </WhenLoaded>
      </section>
      <section aria-labelledby="money">
        <h2 id="money" className="head-4">
          Money
        </h2>
        <WhenLoaded of={settlement} message="Error loading the money">
          {(settled) => <Money id={id} settlement={settled} />}
        </WhenLoaded>
      </section>
    </div>
  )
}

function ToDo({ facts, now }: { facts: ConcertFacts; now: number }) {
  const steps = nextSteps(facts, now)
  return (
    <section aria-labelledby="to-do">
      <h2 id="to-do" className="head-4">
        What to do next
      </h2>
      {steps.length === 0 ? (
        <p className="mt-2 text-muted">Nothing is to be done now.</p>
      ) : (
        <ul aria-labelledby="to-do" className="rows">
          {steps.map(({ words, way }) => (
            <li key={words} className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-2">
              <span>{words}</span>
              {way ? <TextLink to={way.to}>{way.label}</TextLink> : null}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The places of a category by what became of them; a test's count as free, as its order ends. */
const placesOf = (category: CategoryListRow) => {
  const { totalTickets: total, held, underReview, ticketsKept: kept, ticketsGiven: guests, ticketsTested } = category
  const sold = category.ticketsSold - ticketsTested
  return { total, sold, held, underReview, kept, guests, free: Math.max(0, total - sold - held - underReview - kept) }
}

function Places({ id, categories }: { id: string; categories: readonly CategoryListRow[] }) {
  const zones = categories.map((category) => ({ ...category, places: placesOf(category) }))
  const sum = (of: keyof ReturnType<typeof placesOf>): number => zones.reduce((all, { places }) => all + places[of], 0)
  if (zones.length === 0)
    return (
      <Empty
        level="h3"
        className="py-4!"
        title="No ticket categories yet"
        way={{ to: paths.adminEventTickets(id), label: 'Tickets & prices', small: true }}
      >
        A concert has places when it has a ticket category.
      </Empty>
    )
  const seats = paths.adminEventSeats(id)
  const tile = (label: string, of: keyof ReturnType<typeof placesOf>, to: string) => ({
    ...{ label, to, value: count(sum(of)) },
    remark: of === 'sold' ? `of ${count(sum('total'))}` : undefined,
  })
  return (
    <>
      <FigureTiles
        className="mt-2"
        figures={[
          tile('Sold', 'sold', withQuery(paths.adminEventBookings(id), { status: 'completed' })),
          tile('Free', 'free', seats),
          tile('Held by customers', 'held', seats),
          tile('To decide', 'underReview', withQuery(paths.adminEventOrders(id), { status: 'pending' })),
        ]}
      />
      <ListTable
        caption="Places by zone"
        columns={[
          'Zone',
          { head: 'Price', number: true, deskOnly: true },
          { head: 'Sold', number: true },
          { head: 'Of them guests', number: true, deskOnly: true },
          { head: 'Held', number: true, deskOnly: true },
          { head: 'To decide', number: true, deskOnly: true },
          { head: 'Off sale', number: true },
          { head: 'Free', number: true },
        ]}
      >
        {zones.map(({ places, ...zone }) => (
          <tr key={zone.id}>
            <Cell>
              <Link className="link" to={zone.standing ? seats : withQuery(seats, { category: zone.id })}>
                {zone.name}
              </Link>
            </Cell>
            <Cell number deskOnly>
              {exactRupees(zone.price)}
            </Cell>
            <Cell number>
              {count(places.sold)} of {count(places.total)}
            </Cell>
            <Cell number deskOnly>
              {places.guests > 0 ? <TextLink to={paths.adminEventGuests(id)}>{count(places.guests)}</TextLink> : 0}
            </Cell>
            <Cell number deskOnly>
              {count(places.held)}
            </Cell>
            <Cell number deskOnly>
              {count(places.underReview)}
            </Cell>
            <Cell number>{count(places.kept)}</Cell>
            <Cell number>{count(places.free)}</Cell>
          </tr>
        ))}
      </ListTable>
    </>
  )
}

function Money({ id, settlement: { total } }: { id: string; settlement: Settlement }) {
  const settlementPage = paths.adminEventSettlement(id)
  const refunds = (status: string) => withQuery(paths.adminRefunds, { status, event: id })
  const taxed = total.gst + total.localTax
  return (
    <FigureTiles
      className="mt-2"
      figures={[
        {
          label: 'Net',
          to: settlementPage,
          value: exactRupees(total.total - total.refunded - total.owed),
          remark: 'what refunds leave',
        },
        {
          label: 'Paid by customers',
          to: withQuery(paths.adminEventOrders(id), { status: 'approved' }),
          value: exactRupees(total.total),
          remark: `${exactRupees(taxed)} tax and ${exactRupees(total.fee)} fee in it`,
        },
        { label: 'Owed back', to: refunds(''), value: exactRupees(total.owed) },
        { label: 'Refunded', to: refunds('refunded'), value: exactRupees(total.refunded) },
      ]}
    />
  )
}
