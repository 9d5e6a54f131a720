import { useMay } from '#account/session/use-may.ts'
import { readCategories } from '#shop/catalogue/admin/categories-admin.api.ts'
import type { EventListRow } from '#shop/catalogue/admin/events-admin.api.ts'
import { readEventStaff } from '#shop/gate/gate-admin.api.ts'
import { gateCounters } from '#shop/gate/gate-watch.api.ts'
import { readSettlement } from '#shop/settlement/settlement.api.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { useNow, usePolling } from '#ui/hooks/use-time.ts'
import { paths } from '#ui/paths.ts'
import { Arrivals } from '../gate/arrivals.tsx'
import { useConcert, type Concert } from '../kit/concert.ts'
import { WhenLoaded } from '../kit/list/when-loaded.tsx'
import { TextLink } from '../kit/text-link.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { counted } from '../kit/words/counted.ts'
import { useOpens } from '../shell/page-roles.ts'
import { Money } from './figures/money.tsx'
import { Places } from './figures/places.tsx'
import { Sales } from './figures/sales.tsx'
import { daysUntil, daysWords, nextSteps, type ConcertFacts } from './next-steps.ts'

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
  const may = useMay()
  const opens = useOpens()
  const settlement = useLoaded(may('payments') ? `settlement ${id}` : '', () => readSettlement(id))
  const staff = useLoaded(may() ? `staff ${id}` : '', () => readEventStaff(id))
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
      {event && isToday(event, now) && opens(paths.adminEventGate(id)) ? <ArrivalsNow id={id} /> : null}
      <section aria-labelledby="sales">
        <div className="mb-2 flex items-baseline justify-between">
          <h2 id="sales" className="head-4">
            Sales
          </h2>
          {event ? <span className="text-2 text-muted">{daysToGo(event.date, now)}</span> : null}
        </div>
        <Sales id={id} now={now} everyMs={REFRESH_EVERY_MS} />
      </section>
      <section aria-labelledby="places">
        <h2 id="places" className="head-4">
          Places
        </h2>
        <WhenLoaded of={categories} message="Error loading the places">
          {(all) => <Places id={id} categories={all} />}
        </WhenLoaded>
      </section>
      {may('payments') ? (
        <section aria-labelledby="money">
          <h2 id="money" className="head-4">
            Money
          </h2>
          <WhenLoaded of={settlement} message="Error loading the money">
            {(settled) => <Money id={id} settlement={settled} />}
          </WhenLoaded>
        </section>
      ) : null}
    </div>
  )
}

const isToday = ({ status, publishedAt, date }: EventListRow, now: number): boolean =>
  status === 'scheduled' && publishedAt !== null && daysUntil(date, now) === 0

/** Returns '12 days to go', and as `daysWords` from its day on. */
function daysToGo(date: string, now: number): string {
  const days = daysUntil(date, now)
  return days > 0 ? `${counted(days, 'day')} to go` : daysWords(date, now)
}

function ArrivalsNow({ id }: { id: string }) {
  const counters = useLoaded(`counters ${id}`, () => gateCounters(id))
  usePolling(counters.reload, REFRESH_EVERY_MS)
  return (
    <section aria-labelledby="arrivals">
      <div className="mb-2 flex items-baseline justify-between">
        <h2 id="arrivals" className="head-4">
          Arrivals by minute
        </h2>
        <TextLink to={paths.adminEventGate(id)}>Door</TextLink>
      </div>
      <WhenLoaded of={counters} message="Error loading the arrivals">
        {(value) => <Arrivals counters={value} />}
      </WhenLoaded>
    </section>
  )
}

function ToDo({ facts, now }: { facts: ConcertFacts; now: number }) {
  const opens = useOpens()
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
              {way && opens(way.to) ? <TextLink to={way.to}>{way.label}</TextLink> : null}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
