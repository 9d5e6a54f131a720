import type { ReactNode } from 'react'
import type { CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { directionsUrl } from '#shop/catalogue/directions.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { Icon, type IconName } from '#ui/controls/icon.tsx'
import { t } from '#ui/messages/messages.ts'
import { paths } from '#ui/paths.ts'
import { share } from '#ui/browser/share.ts'
import { toast } from '#ui/toast.tsx'
import { cityWords } from '#ui/format.ts'

export function EventTools({ event }: { event: CatalogueEvent }) {
  const url = new URL(paths.event(event.id), location.origin).href
  const calendar = async (): Promise<void> => {
    const { saveCalendar } = await import('#ui/browser/save-file.ts')
    saveCalendar(event, {
      note: `${t('event.info.arrive.text')} ${t(event.screenOnly ? 'event.info.bring.onePhone' : 'event.info.bring.text')}`,
      url,
    })
  }
  return (
    <ul className="rows text-2">
      <li>
        <a className={row} href={directionsUrl(event.venue, event.city)} target="_blank" rel="noreferrer">
          <Face icon="pin">{t('event.directions')}</Face>
        </a>
      </li>
      <li>
        <button
          type="button"
          className={row}
          onClick={() => void calendar().catch(() => toast.error(t('common.noAnswer')))}
        >
          <Face icon="calendar">{t('event.calendar')}</Face>
        </button>
      </li>
      <li>
        <button type="button" className={row} onClick={() => void shareEvent(event, url)}>
          <Face icon="share">{t('event.share')}</Face>
        </button>
      </li>
    </ul>
  )
}

const row = 'flex min-h-11 w-full cursor-pointer items-center gap-2.5 text-left hover:underline underline-offset-4'

function Face({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <>
      <Icon name={icon} />
      <span className="min-w-0 truncate pt-0.5">{children}</span>
    </>
  )
}

async function shareEvent(event: CatalogueEvent, url: string): Promise<void> {
  const { singer, venue, city, date } = event
  const text = t('event.shareText', { singer: singer.name, venue, city: cityWords(city), when: formatDayTime(date) })
  const done = await share({ title: singer.name, text, url })
  if (done === 'copied') toast.success(t('event.linkCopied'))
  if (done === 'failed') toast.error(t('event.linkNotCopied'))
}
