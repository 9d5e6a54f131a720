import type { Result } from '#platform/failure/failure.ts'
import { call, callRead, parsed, parsedJson } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'
import type { RowOf } from '#platform/supabase/row-types.ts'
import { iso, isoOrNull, numberOf, oneOf } from '#platform/text/wire-values.ts'
import { noticeAbout, type NoticeAbout, noticeKinds, type NoticeKind } from './notice.ts'

const audiences = ['holders', 'waiting', 'everyone'] as const
export type Audience = (typeof audiences)[number]
const announcementStates = ['queued', 'sending', 'stopped', 'done'] as const
export type AnnouncementState = (typeof announcementStates)[number]
const mailStates = ['none', 'waiting', 'sent', 'failed'] as const

export const MAX_SUBJECT_CHARACTERS = 120
export const MAX_MESSAGE_CHARACTERS = 4000

export interface Announcement {
  id: string
  eventId: string
  eventName: string
  /** Null for the whole event. */
  category: string | null
  audience: Audience
  about: NoticeAbout
  state: AnnouncementState
  /** The audience when it was made; `notices`: told so far; `mails`: put into the queue of mails so far. */
  people: number
  notices: number
  mails: number
  mailsSent: number
  mailsFailed: number
  createdAt: string
  finishedAt: string | null
}

export interface AnnouncementDraft {
  /** Made once, so that a repeated request sends once. */
  id: string
  eventId: string
  categoryId: string | null
  audience: Audience
  subject: string
  message: string
}

export interface SingleNotice {
  id: string
  kind: NoticeKind
  eventName: string
  person: string
  createdAt: string
  isRead: boolean
  mail: (typeof mailStates)[number]
}

const COLUMNS =
  'id,event_id,kind,audience,subject,message,content,state,people,notices,mails,mails_sent,mails_failed,created_at,finished_at'
const MOST_LISTED = 100

const textIn = (content: unknown, key: string): string => {
  const value = (content as Record<string, unknown> | null)?.[key]
  return typeof value === 'string' ? value : ''
}

function parseAnnouncement(row: RowOf<'announcements', typeof COLUMNS>): Announcement {
  const written = { subject: row.subject ?? '', message: row.message ?? '' }
  return {
    id: row.id,
    eventId: row.event_id,
    eventName: textIn(row.content, 'event_name'),
    category: textIn(row.content, 'category') || null,
    audience: oneOf(audiences, row.audience),
    about: (row.kind === 'message' ? null : noticeAbout(row.kind, row.content)) ?? { kind: 'message', ...written },
    state: oneOf(announcementStates, row.state),
    people: numberOf(row.people),
    notices: numberOf(row.notices),
    mails: numberOf(row.mails),
    mailsSent: numberOf(row.mails_sent),
    mailsFailed: numberOf(row.mails_failed),
    createdAt: iso(row.created_at),
    finishedAt: isoOrNull(row.finished_at),
  }
}

/** Newest first, at most 100; of an event, or of all. */
export async function readAnnouncements(eventId: string | null): Promise<Result<Announcement[]>> {
  const answer = await callRead(async () => {
    let query = (await backend({ console: true })).from('announcements').select(COLUMNS)
    if (eventId) query = query.eq('event_id', eventId)
    return query.order('created_at', { ascending: false }).limit(MOST_LISTED)
  })
  return parsed(answer, (rows) => rows.map(parseAnnouncement))
}

export interface AudienceCount {
  people: number
  /** How many of them want mail: they get one if the shop sends mail. */
  mails: number
  /** Seats of guests and of buyers at the door, who have no account. */
  unreached: number
}

export async function countAudience(
  eventId: string,
  categoryId: string | null,
  audience: Audience,
): Promise<Result<AudienceCount>> {
  const answer: Result<unknown> = await callRead(async () =>
    (await backend({ console: true })).rpc('count_audience', {
      p_event_id: eventId,
      p_audience: audience,
      ...(categoryId !== null && { p_category_id: categoryId }),
    }),
  )
  return parsedJson(answer, ({ people, mails, unreached }: AudienceCount) => ({
    people: numberOf(people),
    mails: numberOf(mails),
    unreached: numberOf(unreached),
  }))
}

/** Idempotent by the draft's id: returns the first. Refusals: `invalid`, `not_found`, `too_many` (detail: minute, day). */
export async function sendAnnouncement(draft: AnnouncementDraft): Promise<Result<Announcement>> {
  const answer = await call(async () =>
    (await backend({ console: true })).rpc('send_announcement', {
      p_id: draft.id,
      p_event_id: draft.eventId,
      p_audience: draft.audience,
      p_subject: draft.subject,
      p_message: draft.message,
      ...(draft.categoryId !== null && { p_category_id: draft.categoryId }),
    }),
  )
  return parsed(answer, parseAnnouncement)
}

/** Stops what has not left. Refusals: `not_found`. */
export async function stopAnnouncement(id: string): Promise<Result<Announcement>> {
  const answer = await call(async () => (await backend({ console: true })).rpc('stop_announcement', { p_id: id }))
  return parsed(answer, parseAnnouncement)
}

/** Returns the notices that went to one person each, newest first, at most 100. */
export async function readSingleNotices(eventId: string | null): Promise<Result<SingleNotice[]>> {
  const answer = await callRead(async () =>
    (await backend({ console: true })).rpc('get_single_notices', eventId ? { p_event_id: eventId } : {}),
  )
  return parsed(answer, (rows) =>
    rows.map((row): SingleNotice => ({
      id: row.id,
      kind: oneOf(noticeKinds, row.kind),
      eventName: textIn(row.content, 'event_name'),
      person: row.user_name || row.user_email || 'A deleted account',
      createdAt: iso(row.created_at),
      isRead: row.read_at !== null,
      mail: oneOf(mailStates, row.mail),
    })),
  )
}
