import type { Failure } from '#platform/failure/failure.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import type { Announcement, Audience, AudienceCount, SingleNotice } from '#shop/notices/announcements-admin.api.ts'
import type { NoticeKind } from '#shop/notices/notice.ts'
import { count } from '#ui/format.ts'
import { counted, plural } from '../kit/words/counted.ts'
import { whyFailed } from '../kit/why-failed.ts'

export const audienceLabels: Readonly<Record<Audience, string>> = {
  holders: 'Ticket holders',
  waiting: 'Payment waiting',
  everyone: 'Both',
}

export const peopleText = (n: number): string => counted(n, 'person', 'people')

/** Whom an announcement reaches, and whom it does not. `works`: the shop sends mail; undefined while that is not known. */
export function reachText({ people, mails, unreached }: AudienceCount, works: boolean | undefined): string {
  const byMail =
    works === undefined
      ? `, ${count(mails)} of them also by mail if the shop sends any.`
      : works
        ? `, ${count(mails)} of them also by mail.`
        : ' in the shop. No mail is sent: no mail server is set.'
  const others =
    unreached === 0
      ? ''
      : ` Not told: ${counted(unreached, 'seat')} of guests and buyers at the door, who have no account.`
  return `Reaches ${peopleText(people)}${byMail}${others} Someone with several tickets gets one.`
}

/** Returns what also leaves as mail: '1 also gets a mail.' */
export const alsoMailed = ({ mails }: AudienceCount, works: boolean | undefined): string =>
  works === false
    ? 'No mail is sent: no mail server is set.'
    : `${count(mails)} also ${plural(mails, 'gets', 'get')} a mail${works ? '' : ' if the shop sends any'}.`

const kinds: Readonly<Record<NoticeKind, string>> = {
  message: 'Message',
  event_cancelled: 'Event cancelled',
  event_moved: 'Event moved',
  event_changed: 'Name changed',
  screen_only: 'Codes on one phone',
  seats_changed: 'Other seats',
  ticket_revoked: 'Ticket revoked',
  old_code_used: 'Earlier code let in',
  refund_owed: 'Money owed',
  refunded: 'Refunded',
  offer: 'Seats offered',
  offer_lapsed: 'Offer over',
  return_sold: 'Given back and sold',
}
export const kindText = (kind: NoticeKind): string => kinds[kind]

const placeText = (place: { date: string; venue: string; city: string }): string =>
  `${formatDayTime(place.date)}, ${place.venue}, ${place.city}`

/**
 * Returns title and text of an announcement. Of an automatic one, what it tells; customers read it in their language.
 */
export function announcementText({ about }: Pick<Announcement, 'about'>): { title: string; text: string } {
  switch (about.kind) {
    case 'message':
      return { title: about.subject, text: about.message }
    case 'event_moved':
      return { title: kinds[about.kind], text: `Before: ${placeText(about.from)}\nNow: ${placeText(about.to)}` }
    case 'event_changed':
      return { title: kinds[about.kind], text: `Before: ${about.from}\nNow: ${about.to}` }
    case 'screen_only':
      return { title: kinds[about.kind], text: about.to ? '' : 'No longer: screenshots and paper will do' }
    case 'event_cancelled':
      return { title: kinds[about.kind], text: about.reason === null ? '' : `Reason: ${about.reason}` }
    default:
      return { title: kinds[about.kind], text: '' }
  }
}

const HOUR_MS = 3_600_000
/** The server sends no older mail. */
const MAIL_LIFE_MS = 48 * HOUR_MS

const hasMailWaiting = (
  { state, mails, mailsSent, mailsFailed, createdAt }: Announcement,
  now: number,
  ms: number,
): boolean => state === 'done' && mailsSent + mailsFailed < mails && now - Date.parse(createdAt) < ms

const isWorked = ({ state }: Announcement): boolean => state === 'queued' || state === 'sending'

/** True while something of it has not left. */
export const canStop = (one: Announcement, now: number): boolean =>
  isWorked(one) || hasMailWaiting(one, now, MAIL_LIFE_MS)

/**
 * Returns true while its figures change from one second to the next; a shop without mail keeps mails waiting for days.
 */
export const isMoving = (one: Announcement, now: number): boolean => isWorked(one) || hasMailWaiting(one, now, HOUR_MS)

/** Returns 'Told 312 of 312 people · 280 of 281 mails sent, 1 failed' */
export function progressText(one: Announcement): string {
  const told = `Told ${count(one.notices)} of ${peopleText(Math.max(one.people, one.notices))}`
  if (one.mails === 0) return `${told} · no mails`
  const failed = one.mailsFailed > 0 ? `, ${count(one.mailsFailed)} failed` : ''
  return `${told} · ${count(one.mailsSent)} of ${counted(one.mails, 'mail')} sent${failed}`
}

const mailTexts: Readonly<Record<SingleNotice['mail'], string>> = {
  none: 'no mail',
  waiting: 'mail waiting',
  sent: 'mail sent',
  failed: 'mail failed',
}
export const mailText = (mail: SingleNotice['mail']): string => mailTexts[mail]

export function sendFailureText(failure: Failure): string {
  if (failure.code === 'too_many')
    return failure.detail === 'day'
      ? 'There were twenty announcements for this event today. Send the next one tomorrow.'
      : 'An announcement for this event was sent within the last minute. Wait a minute, then send again.'
  if (failure.code === 'invalid' && failure.detail === 'p_audience') return 'No customer would get it.'
  if (failure.code === 'unreachable')
    return 'There is no connection to the server. What you typed is kept. Send again when it is back: it is sent once.'
  return whyFailed(failure)
}
