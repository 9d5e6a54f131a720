import type { MyTicket } from '#shop/device/schema.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/with/account/profile.ts'
import type { TicketState } from './ticket-groups.ts'

/** What mark_refunded (supabase/migrations/*_refunds_console.sql) gives as the reason when it takes a ticket back. */
const REFUNDED = 'Refunded'

/**
 * Why a ticket opens no gate, for its holder: why its concert was cancelled, or why it was taken back. Null for a valid
 * ticket and where no reason is known. Staff's words stay as they wrote them, the shop's own are in the reader's language.
 */
export function reasonOf(
  { cancelledReason, revokedReason }: Pick<MyTicket, 'cancelledReason' | 'revokedReason'>,
  state: TicketState,
): string | null {
  if (state === 'cancelled') return cancelledReason ?? null
  if (state !== 'revoked') return null
  return revokedReason === REFUNDED ? t('refund.refunded') : revokedReason
}
