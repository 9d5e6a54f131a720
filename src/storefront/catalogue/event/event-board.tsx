import { ConcertTime } from '#account/concert-time.tsx'
import { cityInHindi } from '#shop/catalogue/cities.ts'
import type { CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { formatDay, formatTime } from '#platform/time/ist.ts'
import { classes } from '#ui/controls/classes.ts'
import { DateBlock } from '#ui/display/date-block.tsx'
import { Deva } from '#ui/display/deva.tsx'
import { t } from '#ui/messages/messages.ts'

const head = 'mb-1 text-1 font-strong text-muted'

export function EventBoard({ event, lit }: { event: CatalogueEvent; lit: boolean }) {
  const hindi = cityInHindi(event.city)
  return (
    <dl className="mt-6 flex flex-wrap border-t-2 border-rule-strong desk:grid desk:grid-cols-[auto_auto_1fr]">
      <div
        className={classes(
          'py-3 pr-5 pl-3.5 desk:py-4 desk:pr-7 desk:pl-4',
          lit ? 'bg-accent text-accent-ink' : 'bg-sunk',
        )}
      >
        <dt className="sr-only">{t('event.date')}</dt>
        <dd>
          <DateBlock date={event.date} onAccent />
        </dd>
      </div>
      <div className="min-w-0 flex-1 basis-18 py-3 pl-4 desk:py-3.5 desk:pr-10 desk:pl-6">
        <dt className={head}>{t('event.starts')}</dt>
        <dd>
          <span className="head-5 whitespace-nowrap tabular-nums">
            <ConcertTime at={event.date} />
          </span>
          <span className="block text-1 text-muted">{formatDay(event.date)}</span>
          {event.about?.doorsAt && (
            <span className="block text-1">{t('event.doors', { time: formatTime(event.about.doorsAt) })}</span>
          )}
        </dd>
      </div>
      <div className="w-full border-t border-rule py-3 desk:w-auto desk:border-t-0 desk:border-l desk:py-3.5 desk:pl-6">
        <dt className={head}>{t('event.venue')}</dt>
        <dd>
          <span className="head-5">
            {event.city} {hindi && <Deva className="text-[.8em]! text-muted">{hindi}</Deva>}
          </span>
          <span className="block text-2 text-muted">{event.venue}</span>
        </dd>
      </div>
    </dl>
  )
}
