import { describe, expect, it } from 'vitest'
import type { Announcement } from '#shop/notices/announcements-admin.api.ts'
import {
  alsoMailed,
  announcementText,
  canStop,
  isMoving,
  progressText,
  reachText,
  sendFailureText,
} from './announcement-words.ts'

const NOW = Date.parse('2026-11-26T10:00:00Z')
const one = (more: Partial<Announcement> = {}) =>
  ({
    ...{ state: 'done', people: 1200, notices: 1200, mails: 1000, mailsSent: 1000, mailsFailed: 0 },
    ...{ createdAt: '2026-11-26T09:30:00Z', ...more },
  }) as Announcement

describe('an announcement in the log', () => {
  it('says how far it is', () => {
    expect(progressText(one({ notices: 400, mailsSent: 12, mails: 380 }))).toBe(
      'Told 400 of 1,200 people · 12 of 380 mails sent',
    )
    expect(progressText(one({ mailsSent: 998, mailsFailed: 2 }))).toContain('998 of 1,000 mails sent, 2 failed')
    expect(progressText(one({ people: 1, notices: 1, mails: 0 }))).toBe('Told 1 of 1 person · no mails')
  })

  it('can be stopped while something has not left, and is looked at while it moves', () => {
    const states: [Partial<Announcement>, boolean, boolean][] = [
      [{ state: 'queued' }, true, true],
      [{ state: 'sending' }, true, true],
      [{}, false, false],
      [{ mailsSent: 10 }, true, true],
      [{ mailsSent: 10, createdAt: '2026-11-26T01:00:00Z' }, true, false],
      [{ mailsSent: 10, createdAt: '2026-11-20T01:00:00Z' }, false, false],
      [{ state: 'stopped', mailsSent: 10 }, false, false],
    ]
    for (const [more, stop, moving] of states)
      expect([canStop(one(more), NOW), isMoving(one(more), NOW)], JSON.stringify(more)).toEqual([stop, moving])
  })

  it('says what an automatic one told', () => {
    const place = { date: '2026-12-05T14:00:00Z', city: 'Mumbai', venue: 'Saptak Hall' }
    const moved = announcementText({ about: { kind: 'event_moved', from: place, to: { ...place, venue: 'Garden' } } })
    expect(moved.text).toContain('Now: Sat 5 Dec 2026, 7:30 pm, Garden, Mumbai')
    expect(announcementText({ about: { kind: 'event_cancelled', reason: 'Rain', owed: 0 } }).text).toBe('Reason: Rain')
  })
})

describe('whom an announcement reaches', () => {
  it.each([
    [{ people: 0, mails: 0, unreached: 0 }, true, 'Reaches 0 people, 0 of them also by mail. Someone'],
    [{ people: 1, mails: 1, unreached: 1 }, true, 'also by mail. Not told: 1 seat of guests'],
    [{ people: 3, mails: 3, unreached: 158 }, false, 'Reaches 3 people in the shop. No mail is sent: no mail server is set. Not told: 158 seats of guests and buyers at the door'], // prettier-ignore
    [{ people: 3, mails: 2, unreached: 0 }, undefined, '2 of them also by mail if the shop sends any.'],
  ])('%o, mail set up: %s', (reach, works, said) => expect(reachText(reach, works)).toContain(said))

  it('a mail is promised only where mails are sent', () => {
    const said = (mails: number, works: boolean) => alsoMailed({ people: 9, mails, unreached: 0 }, works)
    expect(said(0, true)).toBe('0 also get a mail.')
    expect(said(1, true)).toBe('1 also gets a mail.')
    expect(said(1_000, true)).toBe('1,000 also get a mail.')
    expect(said(1, false)).toBe('No mail is sent: no mail server is set.')
  })
})

it('why an announcement was not sent: names the limit, an empty audience and a lost connection', () => {
  expect(sendFailureText({ message: '', code: 'too_many', detail: 'minute' })).toContain('Wait a minute')
  expect(sendFailureText({ message: '', code: 'too_many', detail: 'day' })).toContain('tomorrow')
  expect(sendFailureText({ message: '', code: 'invalid', detail: 'p_audience' })).toBe('No customer would get it.')
  expect(sendFailureText({ message: '', code: 'unreachable' })).toContain('sent once')
})
