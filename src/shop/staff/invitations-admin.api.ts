import { staffRoles, type StaffRole } from '#shop/people/role.ts'
import { ok, type Result } from '#platform/failure/failure.ts'
import { call, callRead, parsed, parsedJson } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'
import { iso, isoOrNull, list, oneOf } from '#platform/text/wire-values.ts'
import { invitationStates, type InvitationState, type InvitedEvent } from './invitation.ts'
import { parseInvitedEvent, type InvitedEventWire } from './invited-event.ts'

/** Characters; the database refuses more. */
export const MAX_INVITATION_NAME = 80

export interface InvitationDraft {
  name: string
  role: StaffRole
  eventIds: readonly string[]
  /** ISO instant; null: the role has no end. */
  roleEndsAt: string | null
}

/** Returns the secret of the link: only now. Refusals: too_many (200 are open), not_found (an event), forbidden. */
export async function inviteStaff(draft: InvitationDraft): Promise<Result<{ secret: string; expiresAt: string }>> {
  const answer = await call(async () =>
    (await backend({ console: true })).rpc('invite_staff', {
      p_name: draft.name,
      p_role: draft.role,
      p_event_ids: draft.role === 'admin' ? [] : [...draft.eventIds],
      p_role_ends_at: draft.roleEndsAt ?? undefined,
    }),
  )
  return parsedJson(answer, (row: { secret: string; expires_at: string }) => ({
    secret: row.secret,
    expiresAt: iso(row.expires_at),
  }))
}

/** Times are ISO instants. */
export interface InvitationRow {
  id: string
  name: string
  role: StaffRole
  events: InvitedEvent[]
  roleEndsAt: string | null
  state: InvitationState
  createdAt: string
  madeBy: string | null
  expiresAt: string
  usedAt: string | null
  usedBy: string | null
  usedByName: string | null
}

/** Returns open ones first, then the newest, at most 200. */
export async function listInvitations(): Promise<Result<InvitationRow[]>> {
  const answer = await callRead(async () => (await backend({ console: true })).rpc('list_invitations'))
  return parsed(answer, (rows) =>
    list(rows).map((row) => ({
      id: row.id,
      name: row.name,
      role: oneOf(staffRoles, row.role),
      events: list(row.events as unknown as InvitedEventWire[]).map(parseInvitedEvent),
      roleEndsAt: isoOrNull(row.role_ends_at),
      state: oneOf(invitationStates, row.state),
      createdAt: iso(row.created_at),
      madeBy: row.made_by_name || null,
      expiresAt: iso(row.expires_at),
      usedAt: isoOrNull(row.used_at),
      usedBy: row.used_by ?? null,
      usedByName: row.used_by_name || null,
    })),
  )
}

/** Idempotent. Refusals: not_found, already_decided (it was accepted). */
export async function revokeInvitation(id: string): Promise<Result<null>> {
  const answer = await call(async () => (await backend({ console: true })).rpc('revoke_invitation', { p_id: id }))
  return answer.ok ? ok(null) : answer
}
