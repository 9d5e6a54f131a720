import type { Paise } from '#shop/prices/money.ts'
import { exactRupees } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import { payAtDemoBank } from '#shop/orders/received-orders.store.ts'
import { Button } from '#ui/controls/button.tsx'
import { useAction } from '#ui/hooks/use-action.ts'

export const PAYMENT_WAIT_ID = 'payment-wait'

/**
 * Says that the shop looks for the payment by itself, and what is still missing of a part payment. `looking`: the customer
 * is back from the UPI app, and the page's heading says so. Amounts in paise.
 */
export function PaymentWait({
  looking,
  late,
  arrived,
  total,
}: {
  looking: boolean
  late: boolean
  arrived: Paise
  total: Paise
}) {
  const words = late ? 'checkout.wait.late' : looking ? 'checkout.wait.usually' : 'checkout.wait.text'
  return (
    <div id={PAYMENT_WAIT_ID} tabIndex={-1} role="status" className="flex items-baseline gap-2.5 outline-none">
      <span aria-hidden="true" className="size-2.5 shrink-0 animate-pulse rounded-[5px] bg-accent" />
      <p className="max-w-[60ch]">
        {arrived > 0 && arrived < total
          ? t('checkout.wait.part', { arrived: exactRupees(arrived), missing: exactRupees(total - arrived) })
          : t(words)}
      </p>
    </div>
  )
}

/** Takes the place of the UPI app where the bank is the demo's. */
export function DemoBankPay({ orderCode }: { orderCode: string }) {
  const pay = useAction(() => payAtDemoBank(orderCode))
  return (
    <Button kind="line" busy={pay.busy} onClick={() => void pay.run()}>
      {t('checkout.wait.demo')}
    </Button>
  )
}
