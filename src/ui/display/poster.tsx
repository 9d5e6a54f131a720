import { useState } from 'react'
import { posterOf } from '#shop/catalogue/catalogue.ts'
import type { EventPoster } from '#shop/catalogue/about/event-about.ts'
import { posterSources } from '#shop/catalogue/about/poster-files.ts'
import { classes } from '../controls/classes.ts'

const BACKEND: string = import.meta.env?.VITE_SUPABASE_URL || ''

/**
 * An event's own poster, else its ornament, chosen by its id: also when the own one cannot be loaded. `eager` is for the
 * page's largest picture, `whole` shows an own poster uncut.
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
  const sources = own ? posterSources(own.path, BACKEND) : null
  // What could not be loaded: first the sizes, then the JPEG that every browser reads.
  const [failed, setFailed] = useState('')
  const sized = sources && failed !== sources.src && failed !== sources.plain
  const shown = sources && failed !== sources.plain ? sources : null
  return (
    <img
      src={shown ? (sized ? shown.src : shown.plain) : `/posters/${posterOf(eventId)}.svg`}
      srcSet={shown && sized ? shown.srcSet : undefined}
      sizes={shown && sized ? (eager ? '(min-width: 900px) 400px, 100vw' : '120px') : undefined}
      alt={shown && whole ? own?.alt : ''}
      width={shown && whole ? shown.name.width : 400}
      height={shown && whole ? shown.name.height : 500}
      decoding={eager ? 'sync' : 'async'}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      onError={shown ? () => setFailed(sized ? shown.src : shown.plain) : undefined}
      className={classes(
        'w-full rounded-poster bg-sunk',
        shown && whole ? WHOLE_POSTER : `aspect-4/5 object-cover ${className ?? ''}`,
      )}
    />
  )
}

const WHOLE_POSTER = 'h-auto max-h-[60svh] object-contain desk:max-h-none'
