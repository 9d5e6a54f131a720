import { payAtDemoBank } from '#shop/orders/received-orders.store.ts'
import { Button } from '#ui/controls/button.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { t } from '#ui/messages/messages.ts'

/** Takes the place of the UPI app where the bank is the demo's. */
export function DemoBankPay({ orderCode }: { orderCode: string }) {
  const pay = useAction(() => payAtDemoBank(orderCode))
  return (
    <Button kind="line" busy={pay.busy} onClick={() => void pay.run()}>
      {t('checkout.wait.demo')}
    </Button>
  )
}
