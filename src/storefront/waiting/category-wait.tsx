import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import type { CatalogueEvent, TicketCategory } from '#shop/catalogue/catalogue.ts'
import { waitOf } from '#shop/waiting/waits.ts'
import { Button } from '#ui/controls/button.tsx'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/waiting.ts'
import { paths } from '#ui/paths.ts'
import type { OverEvent } from '../catalogue/event/event-dialogs.tsx'
import { useWaits } from './use-waits.ts'
import { WaitItem } from './wait-item.tsx'

/** Below a category of a concert with no seats left, or too few to be side by side: the customer's wait, or the way to its
 * waiting list. */
export function CategoryWait({
  event,
  category,
  soldOut,
  now,
}: {
  event: CatalogueEvent
  category: TicketCategory
  soldOut: boolean
  now: number
}): ReactNode {
  const navigate = useNavigate()
  const wait = waitOf(useWaits(soldOut) ?? [], category.id)
  return (
    <div className="col-span-full mt-1">
      {wait ? (
        <WaitItem wait={wait} now={now} />
      ) : (
        <Button
          small
          kind={soldOut ? 'line' : 'bare'}
          aria-label={t('waiting.joinOf', { category: category.name })}
          onClick={() =>
            void navigate(paths.waiting(event.id, category.id), { state: { over: 'waiting' } satisfies OverEvent })
          }
        >
          {t('waiting.join')}
        </Button>
      )}
    </div>
  )
}
