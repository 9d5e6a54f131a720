import { useState } from 'react'
import { useOwner } from '#account/session/identity.ts'
import { claimRefund, watchMyRefunds, type Refund } from '#shop/refunds/refunds.store.ts'
import { exactRupees } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/account/profile.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { RefundDialog } from './refund-dialog.tsx'
import { RefundState } from './refund-state.tsx'

/** Refunds of a payment's money that bought no ticket. */
export function PaymentRefunds({ paymentId, orderCode }: { paymentId: string; orderCode: string }) {
  const owner = useOwner()
  const refunds = useWatched(watchMyRefunds, [owner]).value?.withoutTicket ?? []
  if (owner === null) return null
  return refunds
    .filter((refund) => refund.paymentId === paymentId)
    .map((refund) => <PaymentRefund key={refund.id} refund={refund} orderCode={orderCode} owner={owner} />)
}

/** Shows the refunds still owed, over all `orders` (payment id to order code). */
export function OwedMoney({ owner, orders }: { owner: string | null; orders: ReadonlyMap<string, string> }) {
  const refunds = useWatched(watchMyRefunds, [owner]).value?.withoutTicket ?? []
  const owed = refunds.filter((refund) => refund.status === 'requested')
  if (owner === null || owed.length === 0) return null
  return (
    <section aria-label={t('refund.owed')} className="no-print mt-4 border-t-2 border-rule-strong">
      <ul className="rows">
        {owed.map((refund) => (
          <li key={refund.id} className="py-3.5">
            <PaymentRefund refund={refund} orderCode={orders.get(refund.paymentId) ?? ''} owner={owner} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function PaymentRefund({ refund, orderCode, owner }: { refund: Refund; orderCode: string; owner: string }) {
  const [open, setOpen] = useState(false)
  const about = t('wallet.payment.order', { code: orderCode })
  return (
    <div className="grid justify-items-start gap-1.5 text-2">
      <RefundState refund={refund} about={about} onAsk={() => setOpen(true)} />
      {orderCode !== '' && <p className="text-1 text-muted">{about}</p>}
      {open && (
        <RefundDialog
          userId={owner}
          about={about}
          amount={t('refund.part', { amount: exactRupees(refund.amount) })}
          asked={refund.askedAt !== null}
          turnsTicketOff={false}
          send={() => claimRefund(refund.id)}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
