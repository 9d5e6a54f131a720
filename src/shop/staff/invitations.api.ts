import { staffRoles } from '#shop/people/role.ts'
import type { Result } from '#platform/failure/failure.ts'
import { call, callRead, parsedJson } from '#platform/supabase/call.ts'
import { backend, publicBackend } from '#platform/supabase/client.ts'
import { filled, from, instant, list, oneOf, orNull, row, text, type Of } from '#platform/text/wire.ts'
import { type InvitationLink, invitedEvent, parseInvitedEvent } from './invitation.ts'

const parseOffer = row({
  state: oneOf(['open', 'yours'] as const),
  name: text,
  role: oneOf(staffRoles),
  events: list(parseInvitedEvent),
  roleEndsAt: orNull(instant),
  expiresAt: instant,
  madeBy: from('made_by_name', filled),
})

/** Changes nothing. `signedIn`: says `yours` of what this account accepted. Fails with not_found. */
export async function readInvitation(secret: string, signedIn: boolean): Promise<Result<InvitationLink>> {
  const answer = await callRead(async () =>
    (await (signedIn ? backend() : publicBackend())).rpc('read_invitation', { p_secret: secret }),
  )
  return parsedJson(answer, (link: Parameters<typeof parseOffer>[0] & Pick<InvitationLink, 'state'>): InvitationLink =>
    link.state === 'open' || link.state === 'yours' ? parseOffer(link) : { state: link.state },
  )
}

const parseAcceptance = row({
  /** `kept`: this account has a higher role, and keeps it; the link stays open. */
  result: (word: unknown) => (word === 'kept' ? 'kept' : 'accepted'),
  role: oneOf(staffRoles),
})
export type Acceptance = Of<typeof parseAcceptance>

/** Refusals: not_found, already_decided (detail: used, expired, revoked), not_confirmed, forbidden, not_signed_in. */
export async function acceptInvitation(secret: string): Promise<Result<Acceptance>> {
  const answer = await call(async () => (await backend()).rpc('accept_invitation', { p_secret: secret }))
  return parsedJson(answer, parseAcceptance)
}

const parseSalesEvent = row({
  ...invitedEvent,
  cancelled: from('status', (status: unknown) => status === 'cancelled'),
})
export type SalesEvent = Of<typeof parseSalesEvent>

/** Returns the events that the caller may sell for. Fails with forbidden. */
export async function boxOfficeEvents(): Promise<Result<SalesEvent[]>> {
  const answer = await callRead(async () => (await backend({ console: true })).rpc('box_office_events'))
  return parsedJson(answer, list(parseSalesEvent))
}
