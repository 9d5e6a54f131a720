import type { MouseEvent } from 'react'
import { Link, useNavigate, type LinkProps } from 'react-router-dom'
import { paths } from '#ui/paths.ts'

/** A press shows the concert's page no later, with or without its poster. */
const GROWS_WITHIN_MS = 100

/** Leads to a concert's page, whose poster grows out of the one in the same row or card. Without motion it is a link. */
export function PosterLink({ eventId, ...rest }: { eventId: string } & Omit<LinkProps, 'to' | 'onClick'>) {
  const navigate = useNavigate()
  const to = paths.event(eventId)
  return <Link {...rest} to={to} onClick={(event) => grow(event, () => void navigate(to))} />
}

/** Leaves the press to the link where the browser cannot, the person wants no motion, or another tab is meant. */
function grow(event: MouseEvent<HTMLAnchorElement>, go: () => void): void {
  const small = event.currentTarget.closest('li, article')?.querySelector('img')
  const elsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  if (!small || elsewhere || !('startViewTransition' in document)) return
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  event.preventDefault()
  name(small, 'poster')
  let large: HTMLElement | null = null
  const motion = document.startViewTransition(async () => {
    go()
    large = await posterInstead(small)
    name(small, '')
    name(large, 'poster')
  })
  // Rejected where nothing moves, as in a hidden tab; the page is there all the same.
  motion.ready.catch(() => undefined)
  void motion.finished.catch(() => undefined).then(() => name(large, ''))
}

function name(picture: HTMLElement | null, as: string): void {
  if (picture) picture.style.viewTransitionName = as
}

/** Resolves with the large poster of the page that comes once `small` is gone; null after too long. */
function posterInstead(small: HTMLElement): Promise<HTMLElement | null> {
  return new Promise((resolve) => {
    const look = (): void => {
      const large = small.isConnected ? null : document.querySelector<HTMLElement>('#main img[fetchpriority=high]')
      if (large) end(large)
    }
    const end = (large: HTMLElement | null): void => {
      changes.disconnect()
      clearTimeout(timer)
      resolve(large)
    }
    const changes = new MutationObserver(look)
    changes.observe(document.body, { childList: true, subtree: true })
    const timer = setTimeout(end, GROWS_WITHIN_MS, null)
    look()
  })
}
