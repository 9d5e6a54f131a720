import type { CatalogueEvent } from './catalogue.ts'

/** Longest line in octets (RFC 5545, 3.1). */
const LINE_OCTETS = 75

/** Escapes a text value (RFC 5545, 3.3.11). */
export const escapeText = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')

const octets = new TextEncoder()

function fold(line: string): string {
  const parts: string[] = []
  let part = ''
  let size = 0
  for (const character of line) {
    const width = octets.encode(character).length
    if (size + width > LINE_OCTETS) {
      parts.push(part)
      part = ' '
      size = 1
    }
    part += character
    size += width
  }
  return [...parts, part].join('\r\n')
}

export const utc = (at: number): string => new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, '')

/** Returns a calendar file of these lines, folded. */
export const calendarLines = (lines: readonly string[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Mehfil//Concerts//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...lines,
    'END:VCALENDAR',
  ]
    .map(fold)
    .join('\r\n') + '\r\n'

/** A calendar shows an event without an end as a moment. */
const USUAL_MS = 3 * 3_600_000

/**
 * Returns an iCalendar file. Where the event does not say when it ends, that is three hours after its doors, and `estimate`
 * says so. The UID stays, so a moved event replaces itself. `now` in ms.
 */
export function eventCalendar(
  event: Pick<CatalogueEvent, 'id' | 'singer' | 'city' | 'venue' | 'date' | 'status'> &
    Partial<Pick<CatalogueEvent, 'about'>>,
  { now, note, estimate, url, host }: { now: number; note: string; estimate: string; url: string; host: string },
): string {
  const { endsAt = null, doorsAt = null } = event.about ?? {}
  const end = Date.parse(endsAt ?? '') || Date.parse(doorsAt ?? event.date) + USUAL_MS
  return calendarLines([
    'BEGIN:VEVENT',
    `UID:${event.id}@${host}`,
    `DTSTAMP:${utc(now)}`,
    // A later file of the same event replaces an earlier one.
    `SEQUENCE:${Math.floor(now / 60_000)}`,
    `DTSTART:${utc(Date.parse(event.date))}`,
    `DTEND:${utc(end)}`,
    `SUMMARY:${escapeText(event.singer.name)}`,
    `LOCATION:${escapeText(`${event.venue}, ${event.city}`)}`,
    `DESCRIPTION:${escapeText(endsAt === null ? `${note}\n${estimate}` : note)}`,
    `URL:${url}`,
    `STATUS:${event.status === 'cancelled' ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
  ])
}

/** Returns plain letters: 'meher-qazi-2026-12-05.ics'. */
export const calendarFileName = (singer: string, day: string): string => {
  const name = singer
    .normalize('NFKD')
    .replace(/[^\w\s-]/g, '')
    .trim()
    .toLowerCase()
    .replace(/\s+/g, '-')
  return `${name || 'concert'}-${day}.ics`
}
