import { Link } from 'react-router-dom'
import { formatDayTime } from '#platform/time/ist.ts'
import type { MyWait } from '#shop/waiting/waits.store.ts'
import { offerState, waitsToShow } from '#shop/waiting/waits.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/waiting.ts'
import { paths } from '#ui/paths.ts'
import { useWaits } from './use-waits.ts'
import { WaitItem } from './wait-item.tsx'

/** Shows the customer's waits in My Tickets, offers first, or the `offers` alone; nothing without any. `now` in ms. */
export function MyWaits({ now, offers = false }: { now: number; offers?: boolean }) {
  const all = waitsToShow(useWaits(false) ?? [], now)
  const waits = offers ? all.filter((wait) => offerState(wait, now) !== 'none') : all
  if (waits.length === 0) return null
  return (
    <section aria-label={t('waiting.mine')} className="no-print mt-4 border-t-2 border-rule-strong">
      <ul className="rows">
        {waits.map((wait) => (
          <li key={wait.id} className="py-3.5">
            <WaitItem wait={wait} now={now} about={<About wait={wait} />} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const About = ({ wait }: { wait: MyWait }) => (
  <p>
    <Link to={paths.event(wait.eventId)} className="link font-strong">
      {wait.eventName}
    </Link>
    , {formatDayTime(wait.eventDate)} · {wait.category}
  </p>
)
