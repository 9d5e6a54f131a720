import { useRef, useState } from 'react'
import { useRememberReturn } from '#account/session/guards.tsx'
import { useIdentity } from '#account/session/identity.ts'
import type { CatalogueEvent, TicketCategory } from '#shop/catalogue/catalogue.ts'
import { joinList } from '#shop/waiting/waits.store.ts'
import { waitOf, type Wish } from '#shop/waiting/waits.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/waiting.ts'
import { paths } from '#ui/paths.ts'
import { useShopNow } from '../use-shop-now.ts'
import { JoinAccount } from './join-account.tsx'
import { JoinForm } from './join-form.tsx'
import { useWaits } from './use-waits.ts'
import { WaitItem } from './wait-item.tsx'
import { cityWords } from '#ui/format.ts'

const CLOCK_MS = 15_000

/** Joins the waiting list of a category, and then shows the place in it. A visitor signs in on the way. */
export function JoinDialog({
  event,
  category,
  seats,
  onChoose,
  onClose,
}: {
  event: CatalogueEvent
  category: TicketCategory
  /** Suggested. */
  seats: number
  /** Such seats are free: opens the choice of seats. */
  onChoose: () => void
  onClose: () => void
}) {
  const identity = useIdentity()
  const now = useShopNow(CLOCK_MS)
  const wait = waitOf(useWaits(true) ?? [], category.id)
  const [wish, setWish] = useState<Wish>({ ticketCategoryId: category.id, seats, together: true })
  const [signsIn, setSignsIn] = useState(false)
  const joining = useAction(joinList)
  const heading = useRef<HTMLHeadingElement>(null)
  const visitor = identity.status === 'signed-out'
  useRememberReturn(visitor ? paths.waiting(event.id, category.id) : null)

  const join = (wanted: Wish): void => {
    setWish(wanted)
    if (visitor) setSignsIn(true)
    else void joining.run(wanted)
  }
  return (
    <Dialog
      open
      size="narrow"
      title={t('waiting.title', { category: category.name })}
      subtitle={`${event.singer.name}, ${cityWords(event.city)}`}
      onClose={joining.busy ? () => undefined : onClose}
    >
      {wait ? (
        <div className="grid gap-4">
          <WaitItem wait={wait} now={now} />
          <div>
            <Button kind="line" onClick={onClose}>
              {t('waiting.done')}
            </Button>
          </div>
        </div>
      ) : signsIn && visitor ? (
        <JoinAccount
          ended={identity.ended === true}
          text={t('waiting.account')}
          heading={heading}
          onDone={() => {
            setSignsIn(false)
            void joining.run(wish)
          }}
        />
      ) : (
        <JoinForm
          category={category}
          first={wish}
          busy={joining.busy}
          failure={joining.failure}
          onJoin={join}
          onChoose={onChoose}
        />
      )}
    </Dialog>
  )
}
