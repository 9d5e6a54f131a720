import { posterOf } from '#shop/catalogue/catalogue.ts'
import { classes } from '../controls/classes.ts'

/** An event's ornament, chosen by its id. `eager` is for the page's largest picture. */
export function Poster({
  eventId,
  className,
  eager = false,
}: {
  eventId: string
  className?: string
  eager?: boolean
}) {
  return (
    <img
      src={posterUrl(eventId)}
      alt=""
      width={400}
      height={500}
      decoding={eager ? 'sync' : 'async'}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      className={classes('aspect-4/5 w-full rounded-poster bg-sunk object-cover', className)}
    />
  )
}

const posterUrl = (eventId: string): string => `/posters/${posterOf(eventId)}.svg`
