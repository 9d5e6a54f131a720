import type { ReactNode } from 'react'
import { classes } from '../controls/classes.ts'
import { useDelayedTrue } from '../hooks/use-delayed-true.ts'
import { t } from '../messages/messages.ts'

/** The device's database usually answers sooner. */
const SKELETON_DELAY_MS = 300

/**
 * Keeps the place of loading content and shows its bars after SKELETON_DELAY_MS. Draw the final layout inside with
 * <Bar/>.
 */
export function Skeleton({ children, className }: { children: ReactNode; className?: string }) {
  const late = useDelayedTrue(true, SKELETON_DELAY_MS)
  return (
    <div className={className} aria-busy="true">
      <span className="sr-only">{late ? t('common.loading') : ''}</span>
      <div aria-hidden="true" className={late ? undefined : 'invisible'}>
        {children}
      </div>
    </div>
  )
}

/** One bar, a line high unless `className` gives a height or an aspect; `dark` for what will be a title. */
export function Bar({ dark = false, className = '' }: { dark?: boolean; className?: string }) {
  const line = /(^|\s)(h-|aspect-)/.test(className) ? null : 'h-[1em]'
  return <span className={classes('block rounded-seat', dark ? 'bg-rule' : 'bg-sunk', line, className)} />
}
