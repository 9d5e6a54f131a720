import { isDoorRole, staffRoles, type StaffRole } from '#shop/people/role.ts'
import type { Result } from '#platform/failure/failure.ts'
import { boolean, filled, from, instant, list, oneOf, orNull, row, text, type Of } from '#platform/text/wire.ts'
import { asStaff } from '#platform/supabase/ask.ts'
import { invitationStates, parseInvitedEvent } from './invitation.ts'

/** Characters; the database refuses more. */
export const MAX_INVITATION_NAME = 80

export interface InvitationDraft {
  name: string
  role: StaffRole
  eventIds: readonly string[]
  /** Every concert, also those to come; of gate and box office. */
  allEvents: boolean
  /** ISO instant; null: the role has no end. */
  roleEndsAt: string | null
}

/** Returns the secret of the link: only now. Refusals: too_many (200 are open), not_found (an event), forbidden. */
export const inviteStaff = (draft: InvitationDraft): Promise<Result<{ secret: string; expiresAt: string }>> =>
  asStaff.call(
    'invite_staff',
    {
      p_name: draft.name,
      p_role: draft.role,
      p_event_ids: isDoorRole(draft.role) ? [...draft.eventIds] : [],
      p_role_ends_at: draft.roleEndsAt ?? undefined,
      p_all_events: isDoorRole(draft.role) && draft.allEvents,
    },
    row({ secret: text, expiresAt: instant }),
  )

const parseInvitationRow = row({
  id: text,
  name: text,
  role: oneOf(staffRoles),
  events: list(parseInvitedEvent),
  allEvents: boolean,
  roleEndsAt: orNull(instant),
  state: oneOf(invitationStates),
  createdAt: instant,
  madeBy: from('made_by_name', filled),
  expiresAt: instant,
  usedAt: orNull(instant),
  usedBy: orNull(text),
  usedByName: filled,
})
/** Times are ISO instants. */
export type InvitationRow = Of<typeof parseInvitationRow>

/** Returns open ones first, then the newest, at most 200. */
export const listInvitations = (): Promise<Result<InvitationRow[]>> =>
  asStaff.read('list_invitations', {}, list(parseInvitationRow))

/** Is idempotent. Refusals: not_found, already_decided (it was accepted). */
export const revokeInvitation = (id: string): Promise<Result<null>> => asStaff.call('revoke_invitation', { p_id: id })
