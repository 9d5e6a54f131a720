import { turnRefusal, type TurnRefusal } from '#shop/queue/turn-refusal.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { count } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/queue/queue.ts'
import { paths } from '#ui/paths.ts'
import { GoOnWith } from './go-on-with.tsx'
import { Problem, type HoldRefused } from './problem.tsx'

/** An event of the order has a queue that has not let the customer in. What is of other events can go on. */
export function NotYourTurn({ order, failure, onLines, onRetry }: HoldRefused) {
  const refusal = turnRefusal(failure.detail)
  const eventId = refusal?.eventId ?? order.lines[0]?.eventId ?? ''
  const rest = order.lines.filter((line) => line.eventId !== eventId)
  return (
    <Problem title={t('queue.refused.title')} text={textOf(refusal)}>
      <ButtonLink kind="lit" arrow to={paths.queue(eventId)}>
        {t('queue.refused.show')}
      </ButtonLink>
      <GoOnWith order={order} rest={rest} onLines={onLines} kind="line" />
      <ButtonLink kind="line" to={paths.cart}>
        {t('checkout.toCart')}
      </ButtonLink>
      <Button kind="line" onClick={onRetry}>
        {t('checkout.retry')}
      </Button>
    </Problem>
  )
}

function textOf(refusal: TurnRefusal | null): string {
  if (refusal && refusal.place !== null)
    return t('queue.refused.wait', { place: count(refusal.place), n: refusal.letIn, said: count(refusal.letIn) })
  return t(refusal?.drawn === false ? 'queue.refused.draw' : 'queue.refused.join')
}
