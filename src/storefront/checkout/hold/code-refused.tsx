import { isNeeded } from '#shop/codes/code.ts'
import { forgetCode, watchCodeOf } from '#shop/codes/codes.store.ts'
import type { Failure } from '#platform/failure/failure.ts'
import { hasBegun } from '#shop/orders/drafts.store.ts'
import { dropCode } from '#shop/orders/orders.store.ts'
import type { Order } from '#shop/orders/order.ts'
import '#ui/messages/en/buying/codes.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { t } from '#ui/messages/messages.ts'
import { paths } from '#ui/paths.ts'
import { Problem } from './problem.tsx'

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

/** The server did not take the order's code: the order goes on without it, unless its tickets are sold only with it. */
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
