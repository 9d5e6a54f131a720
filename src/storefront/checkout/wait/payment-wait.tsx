import type { Paise } from '#shop/prices/money.ts'
import { exactRupees } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import { Note } from '#ui/display/note.tsx'
import { payAtDemoBank } from '#shop/orders/received-orders.store.ts'
import { Button } from '#ui/controls/button.tsx'
import { useAction } from '#ui/hooks/use-action.ts'

export const PAYMENT_WAIT_ID = 'payment-wait'

/** Says that the shop looks for the payment by itself, and what is still missing of a part payment. Amounts in paise. */
export function PaymentWait({ late, arrived, total }: { late: boolean; arrived: Paise; total: Paise }) {
  const isPart = arrived > 0 && arrived < total
  return (
    <div id={PAYMENT_WAIT_ID} tabIndex={-1} role="status" className="flex items-baseline gap-2.5 outline-none">
      <span aria-hidden="true" className="size-2.5 shrink-0 animate-pulse rounded-[5px] bg-accent" />
      <p className="max-w-[60ch]">
        {isPart
          ? t('checkout.wait.part', { arrived: exactRupees(arrived), missing: exactRupees(total - arrived) })
          : t(late ? 'checkout.wait.late' : 'checkout.wait.text')}
      </p>
    </div>
  )
}

/** Introduces reference and screenshot where the payment may come by itself. */
export function SecondWay({ late }: { late: boolean }) {
  return late ? (
    <Note kind="warn" className="mb-4 max-w-[60ch]">
      {t('checkout.wait.second.late')}
    </Note>
  ) : (
    <p className="max-w-[60ch] pb-4 text-2 text-muted">{t('checkout.wait.second')}</p>
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
