import { endTestOrder } from '#shop/orders/without-money/test-orders.api.ts'
import type { ReviewPayment } from '#shop/payments/review-rows.ts'
import { isPaid } from '#shop/payments/payment.ts'
import { Button } from '#ui/controls/button.tsx'
import { useAction } from '#ui/hooks/use-action.ts'

/** Frees a test's seats now; they are free an hour after the decision anyway. Nothing after it ended. */
export function EndTest({ payment, onDone }: { payment: ReviewPayment; onDone: () => Promise<unknown> }) {
  const ending = useAction(() => endTestOrder(payment.id), {
    done: () => 'The test has ended: its seats are free.',
    failed: () => 'The test could not be ended. Please try again.',
  })
  const lives = isPaid(payment.status) && payment.lines.some((line) => line.ticket?.revokedAt === null)
  if (!lives) return null
  return (
    <Button
      kind="line"
      busy={ending.busy}
      onClick={async () => {
        const ended = await ending.run()
        if (ended?.ok) await onDone()
      }}
    >
      End test
    </Button>
  )
}
