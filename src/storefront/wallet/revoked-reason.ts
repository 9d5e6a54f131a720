import type { MyTicket } from '#offline/wallet.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/with/profile.ts'

/** What mark_refunded (supabase/migrations/*_refunds_console.sql) gives as the reason when it takes a ticket back. */
const REFUNDED = 'Refunded'

/**
 * Why a ticket was taken back, for its holder; null where no reason is known. Staff's words stay as they wrote them, the
 * shop's own are in the reader's language.
 */
export function revokedReason({ revokedReason: reason }: Pick<MyTicket, 'revokedReason'>): string | null {
  return reason === REFUNDED ? t('refund.refunded') : reason
}
