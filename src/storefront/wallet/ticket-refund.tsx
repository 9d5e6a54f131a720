import { useState } from 'react'
import { formatDay, formatTime } from '#platform/time/ist.ts'
import { refundOffer } from '#shop/refunds/refund-offer.ts'
import { saidSeats } from '#ui/seat-map/said-seats.ts'
import { requestRefund, watchMyRefunds } from '#shop/refunds/refunds.store.ts'
import type { MyTicket } from '#shop/device/schema.ts'
import { Button } from '#ui/controls/button.tsx'
import { classes } from '#ui/controls/classes.ts'
import { exactRupees } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/account/profile.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { RefundDialog } from '../refunds/refund-dialog.tsx'
import { RefundState } from '../refunds/refund-state.tsx'
import { useShopNow } from '../use-shop-now.ts'

const CLOCK_MS = 60_000

export function TicketRefund({ ticket, className }: { ticket: MyTicket; className?: string }) {
  const refunds = useWatched(watchMyRefunds, [ticket.userId]).value
  const now = useShopNow(CLOCK_MS)
  const [open, setOpen] = useState(false)
  if (!refunds) return null
  const refund = refunds.ofTicket.get(ticket.id)
  const offer = refundOffer(ticket, now)
  if (!refund && !offer) return null
  return (
    <div className={classes('no-print grid justify-items-start gap-1.5 text-2', className)}>
      {refund ? (
        <RefundState refund={refund} about={ticket.eventName} onAsk={() => setOpen(true)} />
      ) : (
        <>
          <p className="text-muted">
            {offer?.until
              ? t('refund.until', { day: formatDay(offer.until), time: formatTime(offer.until) })
              : t('refund.open')}
          </p>
          <Button
            small
            kind="line"
            aria-label={`${t('refund.ask')}, ${ticket.eventName}`}
            onClick={() => setOpen(true)}
          >
            {t('refund.ask')}
          </Button>
        </>
      )}
      {open && (
        <RefundDialog
          userId={ticket.userId}
          about={`${ticket.eventName} · ${t('wallet.seats', saidSeats(ticket))}`}
          // The refund is what came in: less than the price where less was sent.
          amount={
            refund && refund.amount < ticket.totalAmount
              ? t('refund.part', { amount: exactRupees(refund.amount) })
              : t('refund.amount', { amount: exactRupees(ticket.totalAmount) })
          }
          asked={refund !== undefined && refund.askedAt !== null}
          turnsTicketOff={ticket.eventStatus !== 'cancelled' && !refund}
          send={() => requestRefund(ticket.id)}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
