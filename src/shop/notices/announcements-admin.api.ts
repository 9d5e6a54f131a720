import type { Result } from '#platform/failure/failure.ts'
import { from, instant, list, number, oneOf, orNull, row, text, whole, type Of } from '#platform/text/wire.ts'
import { asStaff } from '#platform/supabase/ask.ts'
import { noticeAbout, type NoticeAbout, noticeKinds } from './notice.ts'

const audiences = ['holders', 'waiting', 'everyone'] as const
export type Audience = (typeof audiences)[number]
const announcementStates = ['queued', 'sending', 'stopped', 'done'] as const
export type AnnouncementState = (typeof announcementStates)[number]
const mailStates = ['none', 'waiting', 'sent', 'failed'] as const

export const MAX_SUBJECT_CHARACTERS = 120
export const MAX_MESSAGE_CHARACTERS = 4000

export interface AnnouncementDraft {
  /** Made once, so that a repeated request sends once. */
  id: string
  eventId: string
  categoryId: string | null
  audience: Audience
  subject: string
  message: string
}

const COLUMNS =
  'id,event_id,kind,audience,subject,message,content,state,people,notices,mails,mails_sent,mails_failed,created_at,finished_at'
const MOST_LISTED = 100

const textIn = (content: unknown, key: string): string => {
  const value = (content as Record<string, unknown> | null)?.[key]
  return typeof value === 'string' ? value : ''
}

const eventNameIn = (content: unknown): string => textIn(content, 'event_name')

const parseAnnouncement = row({
  id: text,
  eventId: text,
  eventName: from('content', eventNameIn),
  /** Null for the whole event. */
  category: from('content', (content: unknown) => textIn(content, 'category') || null),
  audience: oneOf(audiences),
  about: whole(
    (notice: { kind: string; content: unknown; subject: string | null; message: string | null }): NoticeAbout =>
      (notice.kind === 'message' ? null : noticeAbout(notice.kind, notice.content)) ?? {
        kind: 'message',
        subject: notice.subject ?? '',
        message: notice.message ?? '',
      },
  ),
  state: oneOf(announcementStates),
  /** The audience when it was made; `notices`: told so far; `mails`: put into the queue of mails so far. */
  people: number,
  notices: number,
  mails: number,
  mailsSent: number,
  mailsFailed: number,
  createdAt: instant,
  finishedAt: orNull(instant),
})
export type Announcement = Of<typeof parseAnnouncement>

const parseSingleNotice = row({
  id: text,
  kind: oneOf(noticeKinds),
  eventName: from('content', eventNameIn),
  person: whole(
    (notice: { user_name: string | null; user_email: string | null }) =>
      notice.user_name || notice.user_email || 'A deleted account',
  ),
  createdAt: instant,
  isRead: from('read_at', (at: unknown) => at !== null),
  mail: oneOf(mailStates),
})
export type SingleNotice = Of<typeof parseSingleNotice>

/** Returns the newest first, at most 100; of an event, or of all. */
export const readAnnouncements = (eventId: string | null): Promise<Result<Announcement[]>> =>
  asStaff.rows(
    (client) => {
      const all = client.from('announcements').select(COLUMNS)
      const rows = eventId ? all.eq('event_id', eventId) : all
      return rows.order('created_at', { ascending: false }).limit(MOST_LISTED)
    },
    (rows) => rows.map(parseAnnouncement),
  )

const parseAudienceCount = row({
  people: number,
  /** How many of them want mail: they get one if the shop sends mail. */
  mails: number,
  /** Seats of guests and of buyers at the door, who have no account. */
  unreached: number,
})
export type AudienceCount = Of<typeof parseAudienceCount>

export const countAudience = (
  eventId: string,
  categoryId: string | null,
  audience: Audience,
): Promise<Result<AudienceCount>> =>
  asStaff.read(
    'count_audience',
    {
      p_event_id: eventId,
      p_audience: audience,
      ...(categoryId !== null && { p_category_id: categoryId }),
    },
    parseAudienceCount,
  )

/**
 * Is idempotent by the draft's id: returns the first. Refusals: `invalid`, `not_found`, `too_many` (detail: minute,
 * day).
 */
export const sendAnnouncement = (draft: AnnouncementDraft): Promise<Result<Announcement>> =>
  asStaff.call(
    'send_announcement',
    {
      p_id: draft.id,
      p_event_id: draft.eventId,
      p_audience: draft.audience,
      p_subject: draft.subject,
      p_message: draft.message,
      ...(draft.categoryId !== null && { p_category_id: draft.categoryId }),
    },
    parseAnnouncement,
  )

/** Stops what has not left. Refusals: `not_found`. */
export const stopAnnouncement = (id: string): Promise<Result<Announcement>> =>
  asStaff.call('stop_announcement', { p_id: id }, parseAnnouncement)

/** Returns the notices that went to one person each, newest first, at most 100. */
export const readSingleNotices = (eventId: string | null): Promise<Result<SingleNotice[]>> =>
  asStaff.read('get_single_notices', eventId ? { p_event_id: eventId } : {}, list(parseSingleNotice))
