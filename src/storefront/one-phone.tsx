import { watchEvent } from '#shop/catalogue/catalogue.store.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/cart.ts'

/** Says that an event's tickets work on one phone each; nothing of other events. */
export function OnePhone({ eventId }: { eventId: string }) {
  const event = useWatched(() => watchEvent(eventId), [eventId]).value
  if (!event?.screenOnly) return null
  return <p className="mt-1 text-2 text-warn">{t('cart.onePhone')}</p>
}
