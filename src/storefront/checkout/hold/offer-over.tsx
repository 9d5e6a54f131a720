import type { Order } from '#shop/orders/order.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/with/buying/waiting.ts'
import { paths } from '#ui/paths.ts'
import { Problem } from './problem.tsx'

/** The order is of an offer to a waiting list whose time is over; money that was sent is taken all the same. */
export function OfferOver({ order }: { order: Order }) {
  return (
    <Problem title={t('waiting.refused.title')} text={t('waiting.refused.text', { code: order.code })}>
      <ButtonLink kind="lit" to={paths.myTickets}>
        {t('waiting.refused.tickets')}
      </ButtonLink>
    </Problem>
  )
}
