import type { MyTicket } from '#shop/device/schema.ts'
import { GIVEN_BACK } from '#shop/waiting/returns.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/account/profile.ts'
import '#ui/messages/en/buying/back.ts'
import type { TicketState } from './ticket-groups.ts'

/** The reason that mark_refunded (supabase/schema/56-refunds.sql) sets. */
const REFUNDED = 'Refunded'

/** Null for a valid ticket or an unknown reason. Staff's words stay as written; the shop's own are translated. */
export function reasonOf(
  { cancelledReason, revokedReason }: Pick<MyTicket, 'cancelledReason' | 'revokedReason'>,
  state: TicketState,
): string | null {
  if (state === 'cancelled') return cancelledReason
  if (state !== 'revoked') return null
  if (revokedReason === GIVEN_BACK) return t('back.reason')
  return revokedReason === REFUNDED ? t('refund.refunded') : revokedReason
}
