import { calendarFileName, eventCalendar } from '#shop/catalogue/calendar-file.ts'
import type { CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { dayKey } from '#platform/time/ist.ts'
import { saveFile } from '#ui/browser/save-file.ts'
import { t } from '#ui/messages/messages.ts'

/** Saves an event as a calendar file with a link to its page. */
export function saveEventCalendar(event: CatalogueEvent, url: string): void {
  const note = `${t('event.info.arrive.text')} ${t('event.info.bring.text')}`
  const text = eventCalendar(event, {
    now: Date.now(),
    note,
    estimate: t('app.calendar.estimate'),
    url,
    host: location.hostname,
  })
  saveFile(text, calendarFileName(event.singer.name, dayKey(event.date)), 'text/calendar')
}
