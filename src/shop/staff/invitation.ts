import type { StaffRole } from '#shop/people/role.ts'
import { from, instant, or, row, text } from '#platform/text/wire.ts'

export const invitationStates = ['open', 'used', 'expired', 'revoked'] as const
export type InvitationState = (typeof invitationStates)[number]

interface InvitedEvent {
  id: string
  name: string
  venue: string
  /** ISO instant */
  date: string
}

/** What a link gives. Times are ISO instants. */
export interface InvitationOffer {
  /** `yours`: this account accepted it. */
  state: 'open' | 'yours'
  name: string
  role: StaffRole
  events: InvitedEvent[]
  allEvents: boolean
  /** Null: the role has no end. */
  roleEndsAt: string | null
  expiresAt: string
  madeBy: string | null
}

/** What the link of an invitation says to its reader. */
export type InvitationLink = InvitationOffer | { state: Exclude<InvitationState, 'open'> }

const SECRET = /^#([A-Za-z0-9_-]{22})$/

/** Returns the secret in a URL's fragment; null for anything else. */
export const secretOf = (hash: string): string | null => SECRET.exec(hash)?.[1] ?? null

export const invitedEvent = {
  id: from('event_id', text),
  name: or(text, ''),
  venue: text,
  /** ISO instant */
  date: instant,
}
export const parseInvitedEvent = row(invitedEvent)
