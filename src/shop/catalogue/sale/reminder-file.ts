import type { CatalogueEvent } from '../catalogue.ts'
import { calendarLines, escapeText, utc } from '../calendar-file.ts'

/** An entry of this length, ms: long enough to be seen in a day's view. */
const LENGTH_MS = 15 * 60_000
const ALARM_MINUTES = 10

/** Returns an iCalendar file with an alarm ten minutes before tickets are sold from `at` (ISO). `now` in ms. */
export function saleReminder(
  event: Pick<CatalogueEvent, 'id' | 'singer'>,
  {
    at,
    now,
    title,
    note,
    url,
    host,
  }: { at: string; now: number; title: string; note: string; url: string; host: string },
): string {
  const begins = Date.parse(at)
  return calendarLines([
    'BEGIN:VEVENT',
    `UID:sale-${event.id}@${host}`,
    `DTSTAMP:${utc(now)}`,
    `SEQUENCE:${Math.floor(now / 60_000)}`,
    `DTSTART:${utc(begins)}`,
    `DTEND:${utc(begins + LENGTH_MS)}`,
    `SUMMARY:${escapeText(title)}`,
    `DESCRIPTION:${escapeText(note)}`,
    `URL:${url}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `TRIGGER:-PT${ALARM_MINUTES}M`,
    `DESCRIPTION:${escapeText(title)}`,
    'END:VALARM',
    'END:VEVENT',
  ])
}

/** Returns a page of Google's calendar with the same entry filled in. */
export function reminderLink({
  at,
  title,
  note,
  url,
}: {
  at: string
  title: string
  note: string
  url: string
}): string {
  const begins = Date.parse(at)
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: title,
    dates: `${utc(begins)}/${utc(begins + LENGTH_MS)}`,
    details: `${note}\n${url}`,
  })
  return `https://calendar.google.com/calendar/render?${query}`
}
