import type { ReactNode } from 'react'
import { classes } from '../controls/classes.ts'
import { useDelayedTrue } from '../hooks/use-delayed-true.ts'
import { t } from '../messages/messages.ts'

/** The device's database usually answers sooner. */
const SKELETON_DELAY_MS = 300

/** Reserves the place of loading content and shows its <Bar>s after SKELETON_DELAY_MS. */
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

export function Bar({ dark = false, className = '' }: { dark?: boolean; className?: string }) {
  const line = /(^|\s)(h-|aspect-)/.test(className) ? null : 'h-[1em]'
  return <span className={classes('block rounded-seat', dark ? 'bg-rule' : 'bg-sunk', line, className)} />
}
