import { staffRoles } from '#shop/people/role.ts'
import type { Result } from '#platform/failure/failure.ts'
import { boolean, filled, from, instant, list, oneOf, orNull, row, text, type Of } from '#platform/text/wire.ts'
import { asPerson, asStaff, asVisitor } from '#platform/supabase/ask.ts'
import { type InvitationLink, invitedEvent, parseInvitedEvent } from './invitation.ts'

const parseOffer = row({
  state: oneOf(['open', 'yours'] as const),
  name: text,
  role: oneOf(staffRoles),
  events: list(parseInvitedEvent),
  allEvents: boolean,
  roleEndsAt: orNull(instant),
  expiresAt: instant,
  madeBy: from('made_by_name', filled),
})

/** Changes nothing. `signedIn`: says `yours` of what this account accepted. Fails with not_found. */
export const readInvitation = (secret: string, signedIn: boolean): Promise<Result<InvitationLink>> =>
  (signedIn ? asPerson : asVisitor).read(
    'read_invitation',
    { p_secret: secret },
    (link: Parameters<typeof parseOffer>[0] & Pick<InvitationLink, 'state'>): InvitationLink =>
      link.state === 'open' || link.state === 'yours' ? parseOffer(link) : { state: link.state },
  )

const parseAcceptance = row({
  /** `kept`: an admin may do all of it already; the link stays open. */
  result: (word: unknown) => (word === 'kept' ? 'kept' : 'accepted'),
  role: oneOf(staffRoles),
})
export type Acceptance = Of<typeof parseAcceptance>

/** Refusals: not_found, already_decided (detail: used, expired, revoked), not_confirmed, forbidden, not_signed_in. */
export const acceptInvitation = (secret: string): Promise<Result<Acceptance>> =>
  asPerson.call('accept_invitation', { p_secret: secret }, parseAcceptance)

const parseSalesEvent = row({
  ...invitedEvent,
  cancelled: from('status', (status: unknown) => status === 'cancelled'),
})
export type SalesEvent = Of<typeof parseSalesEvent>

/** Returns the events that the caller may sell for. Fails with forbidden. */
export const boxOfficeEvents = (): Promise<Result<SalesEvent[]>> =>
  asStaff.read('box_office_events', {}, list(parseSalesEvent))
