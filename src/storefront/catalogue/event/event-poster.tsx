import { ownPoster } from '#shop/catalogue/about/event-about.ts'
import { watchEvent } from '#shop/catalogue/catalogue.store.ts'
import { classes } from '#ui/controls/classes.ts'
import { Poster } from '#ui/display/poster.tsx'
import { useWatched } from '#ui/hooks/use-watched.ts'

/**
 * The poster of an event of which only the id is known, as the device has it. Keeps its place while that is read. `eager`:
 * as wide as a phone.
 */
export function EventPoster({ eventId, className, eager }: { eventId: string; className?: string; eager?: boolean }) {
  const { value: event, error } = useWatched(() => watchEvent(eventId), [eventId])
  if (event === undefined && error === undefined)
    return <div className={classes('aspect-4/5 w-full rounded-poster bg-sunk', className)} />
  return <Poster eventId={eventId} own={ownPoster(event)} className={className} eager={eager} />
}
