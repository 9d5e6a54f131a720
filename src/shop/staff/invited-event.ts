import { iso } from '#platform/text/wire-values.ts'
import type { InvitedEvent } from './invitation.ts'

export interface InvitedEventWire {
  event_id: string
  name: string
  venue: string
  date: string
}

export const parseInvitedEvent = (row: InvitedEventWire): InvitedEvent => ({
  id: row.event_id,
  name: row.name ?? '',
  venue: row.venue,
  date: iso(row.date),
})
