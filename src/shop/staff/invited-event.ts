import { from, instant, or, row, text } from '#platform/text/wire.ts'

export const invitedEvent = {
  id: from('event_id', text),
  name: or(text, ''),
  venue: text,
  /** ISO instant */
  date: instant,
}
export const parseInvitedEvent = row(invitedEvent)
