import { expect, test } from 'vitest'
import { reminderLink, saleReminder } from './reminder-file.ts'

const about = {
  at: '2026-11-27T06:30:00.000Z',
  now: Date.parse('2026-11-25T00:00:00Z'),
  title: 'Tickets: Zoya, Pune',
  note: 'The sale opens Fri 27 Nov, 12:00 pm, India time.',
  url: 'https://mehfil.example/events/1',
  host: 'mehfil.example',
}
const event = { id: '1', singer: { id: 's', name: 'Zoya' } }

test('the entry begins with the sale and rings ten minutes before', () => {
  const lines = saleReminder(event, about).split('\r\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'DTSTART:20261127T063000Z',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'TRIGGER:-PT10M',
      'END:VALARM',
    ]),
  )
  expect(lines.indexOf('END:VALARM')).toBe(lines.indexOf('END:VEVENT') - 1)
})

test('a later file of the same sale replaces it, and is not the entry of the concert', () => {
  const uid = (text: string) => /^UID:.*$/m.exec(text)?.[0]
  const later = saleReminder(event, { ...about, at: '2026-11-28T06:30:00.000Z', now: about.now + 60_000 })
  expect(uid(later)).toBe(uid(saleReminder(event, about)))
  expect(uid(later)).toContain('UID:sale-1@mehfil.example')
})

test('the link fills in the same entry', () => {
  const link = new URL(reminderLink(about))
  expect(link.host).toBe('calendar.google.com')
  expect(link.searchParams.get('dates')).toBe('20261127T063000Z/20261127T064500Z')
  expect(link.searchParams.get('text')).toBe('Tickets: Zoya, Pune')
  expect(link.searchParams.get('details')).toContain('https://mehfil.example/events/1')
})
