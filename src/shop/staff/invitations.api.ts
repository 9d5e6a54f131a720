import { staffRoles, type StaffRole } from '#shop/people/role.ts'
import type { Result } from '#platform/failure/failure.ts'
import { call, callRead, parsedJson } from '#platform/supabase/call.ts'
import { backend, publicBackend } from '#platform/supabase/client.ts'
import { iso, isoOrNull, list, oneOf } from '#platform/text/wire-values.ts'
import type { InvitationLink } from './invitation.ts'
import { parseInvitedEvent, type InvitedEventWire } from './invited-event.ts'

interface OfferWire {
  state: InvitationLink['state']
  name: string
  role: string
  events: InvitedEventWire[]
  role_ends_at: string | null
  expires_at: string
  made_by_name: string | null
}

/** Changes nothing. `signedIn`: says `yours` of what this account accepted. Fails with not_found. */
export async function readInvitation(secret: string, signedIn: boolean): Promise<Result<InvitationLink>> {
  const answer = await callRead(async () =>
    (await (signedIn ? backend() : publicBackend())).rpc('read_invitation', { p_secret: secret }),
  )
  return parsedJson(answer, (row: OfferWire): InvitationLink => {
    if (row.state !== 'open' && row.state !== 'yours') return { state: row.state }
    return {
      state: row.state,
      name: row.name,
      role: oneOf(staffRoles, row.role),
      events: list(row.events).map(parseInvitedEvent),
      roleEndsAt: isoOrNull(row.role_ends_at),
      expiresAt: iso(row.expires_at),
      madeBy: row.made_by_name || null,
    }
  })
}

export interface Acceptance {
  /** `kept`: this account has a higher role, and keeps it; the link stays open. */
  result: 'accepted' | 'kept'
  role: StaffRole
}

/** Refusals: not_found, already_decided (detail: used, expired, revoked), not_confirmed, forbidden, not_signed_in. */
export async function acceptInvitation(secret: string): Promise<Result<Acceptance>> {
  const answer = await call(async () => (await backend()).rpc('accept_invitation', { p_secret: secret }))
  return parsedJson(answer, (row: { result: string; role: string }) => ({
    result: row.result === 'kept' ? ('kept' as const) : ('accepted' as const),
    role: oneOf(staffRoles, row.role),
  }))
}

export interface SalesEvent {
  id: string
  name: string
  venue: string
  /** ISO instant */
  date: string
  cancelled: boolean
}

/** Returns the events that the caller may sell for. Fails with forbidden. */
export async function boxOfficeEvents(): Promise<Result<SalesEvent[]>> {
  const answer = await callRead(async () => (await backend({ console: true })).rpc('box_office_events'))
  return parsedJson(answer, (rows: (InvitedEventWire & { status: string })[]) =>
    list(rows).map((row) => ({ ...parseInvitedEvent(row), cancelled: row.status === 'cancelled' })),
  )
}
