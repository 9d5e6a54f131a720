import { useState } from 'react'
import { posterOf } from '#shop/catalogue/catalogue.ts'
import type { EventPoster } from '#shop/catalogue/about/event-about.ts'
import { posterName, posterSet, posterUrl } from '#shop/catalogue/about/poster-files.ts'
import { classes } from '../controls/classes.ts'
import { BACKEND } from '../shop.ts'

/**
 * Shows an event's own poster, else its ornament, chosen by its id: also when the own one cannot be loaded. `eager` is
 * for the page's largest picture, `whole` shows an own poster uncut.
 */
export function Poster({
  eventId,
  own,
  className,
  eager = false,
  whole = false,
}: {
  eventId: string
  own?: EventPoster | null
  className?: string
  eager?: boolean
  whole?: boolean
}) {
  // Of this path: 1 when its sizes could not be loaded, 2 when its JPEG could not, either.
  const [failed, setFailed] = useState({ path: '', times: 0 })
  const times = own?.path === failed.path ? failed.times : 0
  const name = own && times < 2 ? posterName(own.path) : null
  const sized = name && times === 0
  const uncut = name && whole
  return (
    <img
      src={name ? posterUrl(own!.path, 1280, 'jpg', BACKEND) : `/posters/${posterOf(eventId)}.svg`}
      srcSet={sized ? posterSet(own!.path, name, BACKEND) : undefined}
      sizes={sized ? (eager ? '(min-width:900px) 400px,100vw' : '120px') : undefined}
      alt={uncut ? own!.alt : ''}
      width={uncut ? name.width : 400}
      height={uncut ? name.height : 500}
      decoding={eager ? 'sync' : 'async'}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      onError={name ? () => setFailed({ path: own!.path, times: times + 1 }) : undefined}
      className={classes(
        'w-full rounded-poster bg-sunk',
        uncut ? 'h-auto max-h-[46svh] object-contain desk:max-h-none' : 'aspect-4/5 object-cover',
        !uncut && className,
      )}
    />
  )
}
