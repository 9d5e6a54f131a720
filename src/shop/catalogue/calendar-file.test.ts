import { expect, it } from 'vitest'
import type { EventAbout } from './about/event-about.ts'
import { calendarFileName, eventCalendar } from './calendar-file.ts'

const event = {
  id: '8acf1d9e-bfe2-4021-b906-de7813ddb39a',
  singer: { id: 's', name: 'Zoya, Rahmani; & Party' },
  city: 'Mumbai',
  venue: 'Saptak Hall, Bandra West',
  date: '2026-12-05T20:00:00+05:30',
  status: 'scheduled' as const,
}
const about = {
  now: Date.parse('2026-12-01T00:00:00Z'),
  estimate: 'The end is an estimate.',
  note: 'Arrive 60 minutes early.\nBring \\ID — प्रवेश ' + 'x'.repeat(120),
  url: 'https://mehfil.example/events/1',
  host: 'mehfil.example',
}
const text = eventCalendar(event, about)
const unfolded = text.replaceAll('\r\n ', '').split('\r\n')

it('calendar file starts in UTC, and ends when the event says, else three hours after its doors', () => {
  expect(unfolded).toContain('DTSTART:20261205T143000Z')
  expect(unfolded).toContain('DTSTAMP:20261201T000000Z')
  expect(unfolded).toContain('DTEND:20261205T173000Z')
  expect(unfolded.join('')).toContain('The end is an estimate.')
  const told = { doorsAt: '2026-12-05T19:00:00+05:30', endsAt: null } as EventAbout
  expect(eventCalendar({ ...event, about: told }, about)).toContain('DTEND:20261205T163000Z')
  const whole = eventCalendar({ ...event, about: { ...told, endsAt: '2026-12-05T22:15:00+05:30' } }, about)
  expect(whole).toContain('DTEND:20261205T164500Z')
  expect(whole.replaceAll('\r\n ', '')).not.toContain('estimate')
})

it('calendar file escapes commas, semicolons, backslashes and line ends', () => {
  expect(unfolded).toContain('SUMMARY:Zoya\\, Rahmani\\; & Party')
  expect(unfolded).toContain('LOCATION:Saptak Hall\\, Bandra West\\, Mumbai')
  expect(unfolded.find((line) => line.startsWith('DESCRIPTION:'))).toContain('early.\\nBring \\\\ID')
})

it('calendar file folds lines at 75 octets with CRLF, never inside a character', () => {
  for (const line of text.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(unfolded.join('')).toContain('प्रवेश')
  expect(text).not.toContain('\uFFFD')
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
})

it('calendar file keeps one UID for an event, so that a moved event replaces itself', () => {
  const moved = eventCalendar(
    { ...event, date: '2026-12-12T20:00:00+05:30' },
    { ...about, now: about.now + 86_400_000 },
  )
  const line = (file: string, name: string): string => file.split('\r\n').find((one) => one.startsWith(name)) ?? ''
  expect(line(moved, 'UID:')).toBe(line(text, 'UID:'))
  expect(Number(line(moved, 'SEQUENCE:').slice(9))).toBeGreaterThan(Number(line(text, 'SEQUENCE:').slice(9)))
})

it('calendar file marks a cancelled event', () => {
  expect(eventCalendar({ ...event, status: 'cancelled' }, about)).toContain('STATUS:CANCELLED')
})

it('calendar file has a plain file name', () => {
  expect(calendarFileName('José & The Trio', '2026-12-05')).toBe('jose-the-trio-2026-12-05.ics')
  expect(calendarFileName('मेहर', '2026-12-05')).toBe('concert-2026-12-05.ics')
})
