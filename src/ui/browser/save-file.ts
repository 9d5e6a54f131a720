import { calendarFileName, eventCalendar } from '#shop/catalogue/calendar-file.ts'
import { dayKey } from '#platform/time/ist.ts'
import { t } from '#ui/messages/messages.ts'

const KEEP_MS = 30_000

export function saveFile(content: BlobPart, name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS)
}

type CalendarEvent = Parameters<typeof eventCalendar>[0]

/** Saves a concert as a calendar file that leads to `url`. */
export function saveCalendar(event: CalendarEvent, { note, url }: { note: string; url: string }): void {
  const text = eventCalendar(event, {
    now: Date.now(),
    note,
    estimate: t('app.calendar.estimate'),
    url,
    host: location.hostname,
  })
  saveFile(text, calendarFileName(event.singer.name, dayKey(event.date)), 'text/calendar')
}
