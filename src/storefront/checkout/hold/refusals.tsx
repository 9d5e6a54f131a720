import { turnRefusal, type TurnRefusal } from '#shop/queue/queue.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { count } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/queue/queue.ts'
import { paths } from '#ui/paths.ts'
import { GoOnWith, Problem, type HoldRefused } from './problem.tsx'
import type { OrderLine, Order, OrderedLine } from '#shop/orders/order.ts'
import { isStanding } from '#shop/seats/standing.ts'
import { seatsOf } from '../ordered-lines.ts'
import { standingLeft, withoutLost } from '#shop/seats/lost-seats.ts'
import { isNeeded } from '#shop/codes/code.ts'
import { forgetCode, watchCodeOf } from '#shop/codes/codes.store.ts'
import type { Failure } from '#platform/failure/failure.ts'
import { hasBegun } from '#shop/orders/order-rows.store.ts'
import { dropCode } from '#shop/orders/orders.store.ts'
import '#ui/messages/en/buying/codes.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'

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

/** Fewer standing places are left than were wanted: offers as many as there are. */
export function PlacesTaken({
  order,
  lost,
  onLines,
}: {
  order: Order
  lost: readonly OrderLine[]
  onLines: (lines: OrderedLine[]) => void
}) {
  const rest = withoutLost(order.lines, lost)
  const lines = standingLeft(order.lines, lost)
  const left = lines.reduce((sum, line) => sum + line.left, 0)
  return (
    <Problem title={t('checkout.taken.standing.title', { left })} text={t('checkout.taken.standing.text')}>
      <ul className="grid w-full gap-0.5">
        {lines.map(({ line, left: places }) => (
          <li key={line.ticketCategoryId} className="tabular-nums">
            {t('checkout.taken.standing.line', {
              category: line.categoryName,
              wanted: line.seats.length,
              left: places,
            })}
            <span className="text-muted"> · {line.eventName}</span>
          </li>
        ))}
      </ul>
      {rest.length > 0 && (
        <Button kind="lit" onClick={() => onLines(rest)}>
          {rest.every((line) => isStanding(line.seats))
            ? t('checkout.taken.standing.continue', { n: seatsOf(rest) })
            : t('checkout.taken.continue', { n: seatsOf(rest) })}
        </Button>
      )}
      <ButtonLink kind="bare" to={paths.cart}>
        {t('checkout.toCart')}
      </ButtonLink>
    </Problem>
  )
}

const titles = {
  code_ended: 'code.ended',
  code_used_up: 'code.usedUp',
  code_seats: 'code.seats',
  code_unknown: 'code.again',
} as const

type Refusal = Failure & { code: keyof typeof titles }

export const isCodeRefusal = (failure: Failure): failure is Refusal => failure.code in titles

/** `seats`: how many of one order the code is for. */
function refusedCode({ detail }: Failure): { name: string | null; seats: number } {
  if (typeof detail !== 'object' || detail === null)
    return { name: typeof detail === 'string' ? detail : null, seats: 0 }
  const { code, seats } = detail as { code?: unknown; seats?: unknown }
  return { name: typeof code === 'string' ? code : null, seats: Number(seats) }
}

/**
 * Says that the server did not take the order's code: the order goes on without it, unless its tickets are sold only
 * with it.
 */
export function CodeRefused({ order, failure, onRetry }: { order: Order; failure: Refusal; onRetry: () => void }) {
  const code = useWatched(() => watchCodeOf(order), [order.id]).value
  if (code === undefined) return null
  const lines = order.lines.map(({ eventId, ticketCategoryId }) => ({ eventId, categoryId: ticketCategoryId }))
  const needed = code !== null && isNeeded(code, lines)
  const { name, seats } = refusedCode(failure)
  const goOn = async (): Promise<void> => {
    await forgetCode(name ?? String(order.hold?.code))
    if (hasBegun(order)) await dropCode(order.id)
    onRetry()
  }
  return (
    <Problem
      title={t(titles[failure.code], { n: seats })}
      text={t(needed ? 'code.refused.needed' : 'code.refused.text')}
    >
      {!needed && (
        <Button kind="lit" onClick={() => void goOn()}>
          {t('code.without')}
        </Button>
      )}
      <ButtonLink kind="line" to={paths.cart}>
        {t('checkout.toCart')}
      </ButtonLink>
    </Problem>
  )
}
