import type { OrderLine } from '#shop/orders/order-line.ts'
import type { Order, OrderedLine } from '#shop/orders/order.ts'
import { isStanding } from '#shop/seats/standing.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { t } from '#ui/messages/messages.ts'
import { paths } from '#ui/paths.ts'
import { seatsOf } from '../ordered-lines.ts'
import { standingLeft, withoutLost } from '#shop/seats/lost-seats.ts'
import { Problem } from './problem.tsx'

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
