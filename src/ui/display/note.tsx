import type { ComponentProps, ReactNode } from 'react'
import { ButtonLink } from '../controls/button.tsx'
import { classes } from '../controls/classes.ts'
import { useDelayedTrue } from '../hooks/use-time.ts'
import { t } from '../messages/messages.ts'

const edges = {
  plain: 'border-control',
  ok: 'border-ok',
  warn: 'border-accent',
  bad: 'border-bad',
  info: 'border-info',
}

export function Note({ kind = 'plain', className, ...rest }: ComponentProps<'div'> & { kind?: keyof typeof edges }) {
  return <div {...rest} className={classes('border-l-3 py-0.5 pl-3 text-2', edges[kind], className)} />
}

/** Says at once what went wrong; nothing without words. */
export function Alert({ children, className }: { children: ReactNode; className?: string }) {
  if (!children) return null
  return (
    <Note kind="bad" role="alert" className={className}>
      {children}
    </Note>
  )
}

export function Empty({
  title,
  way,
  action,
  children,
  level = 'h2',
  className,
}: {
  title: ReactNode
  /** The page to go on with. */
  way?: { to: string; label: string; small?: boolean }
  action?: ReactNode
  children?: ReactNode
  level?: 'h1' | 'h2' | 'h3'
  className?: string
}) {
  const Heading = level
  return (
    <div className={classes('grid max-w-[46ch] grid-cols-[minmax(0,1fr)] justify-items-start gap-3 py-10', className)}>
      <Heading className="head-4">{title}</Heading>
      {children && <p className="text-muted">{children}</p>}
      {way && (
        <ButtonLink kind="line" small={way.small} to={way.to}>
          {way.label}
        </ButtonLink>
      )}
      {action}
    </div>
  )
}

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
