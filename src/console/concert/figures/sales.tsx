import { readEventSales, type EventSales, type Sales as Sold } from '#shop/dashboard/dashboard.api.ts'
import { formatDay } from '#platform/time/ist.ts'
import { count } from '#ui/format.ts'
import { usePolling } from '#ui/hooks/use-time.ts'
import { paths } from '#ui/paths.ts'
import { WhenLoaded } from '../../kit/list/when-loaded.tsx'
import { Plot } from '../../kit/plot/plot.tsx'
import { useLoaded } from '../../kit/use-loaded.ts'
import { TextLink } from '../../kit/text-link.tsx'
import { counted } from '../../kit/words/counted.ts'
import { daysUntil } from '../next-steps.ts'

/** What was sold earlier is summed in the first of so many days. */
const MOST_DAYS = 365

/** Returns how many tickets were sold until that many days before the concert, that day included. */
const soldBy = ({ days }: Sold, left: number): number =>
  [...days].reduce((sum, [before, sold]) => (before >= left ? sum + sold : sum), 0)

/**
 * Returns the days before the concert, from the first sale of either on, and what each had sold by then; null for days to
 * come. `left`: days to go, below 0 once it is over.
 */
export function salesCurves({ sales, before }: EventSales, left: number) {
  const first = Math.min(MOST_DAYS, Math.max(0, left, ...sales.days.keys(), ...(before?.days.keys() ?? [])))
  const days = Array.from({ length: first + 1 }, (_, index) => first - index)
  return {
    days,
    sold: days.map((day) => (day < left ? null : soldBy(sales, day))),
    before: before && days.map((day) => soldBy(before, day)),
  }
}

const ofPlaces = (sold: number, capacity: number): string =>
  `${count(sold)} of ${count(capacity)}${capacity > 0 ? `, ${Math.floor((sold / capacity) * 100)}%` : ''}`

/** Says what the plot shows: '42 of 300, 14%, sold in this shop, 9 of them in the last 7 days. …' */
export function salesText({ sales, before }: EventSales, left: number): string {
  const lately = left < 0 ? 0 : soldBy(sales, left) - soldBy(sales, left + 7)
  const own = `${ofPlaces(soldBy(sales, left), sales.capacity)}, sold in this shop${lately > 0 ? `, ${count(lately)} of them in the last 7 days` : ''}.`
  if (!before) return own
  const when = left > 0 ? `with ${counted(left, 'day')} to go` : 'in the end'
  return `${own} ${nameOf(before)}, ${formatDay(before.date)}: ${ofPlaces(soldBy(before, Math.max(0, left)), before.capacity)} ${when}.`
}

const nameOf = ({ singerName, city }: Sold): string => `${singerName}, ${city}`
const dayName = (day: number): string => (day === 0 ? 'Its day' : `${counted(day, 'day')} before`)

/** Shows how a concert sells against its places, beside the last comparable one, by days before each. */
export function Sales({ id, now, everyMs }: { id: string; now: number; everyMs: number }) {
  const loaded = useLoaded(`sales ${id}`, () => readEventSales(id))
  usePolling(loaded.reload, everyMs)
  return (
    <WhenLoaded of={loaded} message="Error loading the sales">
      {(value) => <SalesPlot id={id} value={value} left={daysUntil(value.sales.date, now)} />}
    </WhenLoaded>
  )
}

function SalesPlot({ id, value, left }: { id: string; value: EventSales; left: number }) {
  const { days, sold, before } = salesCurves(value, left)
  const said = salesText(value, left)
  if (value.sales.days.size === 0 && !before)
    return (
      <p className="mt-2 text-muted">
        Nothing is sold in this shop yet. Its link, a poster and texts for WhatsApp are under{' '}
        <TextLink to={paths.adminEventShare(id)}>Share</TextLink>.
      </p>
    )
  // Two days make a line.
  if (days.length < 2) return <p className="mt-2">{said}</p>
  return (
    <Plot
      title="Tickets sold"
      isHeaded
      aside={`The upper line: ${counted(value.sales.capacity, 'place')}`}
      said={said}
      at={days.map(dayName)}
      limit={value.sales.capacity}
      series={[
        { name: 'This concert', values: sold },
        ...(before && value.before ? [{ name: nameOf(value.before), values: before }] : []),
      ]}
      word={count}
    />
  )
}
