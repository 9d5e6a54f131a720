import type { ReactNode } from 'react'
import { classes } from '../controls/classes.ts'

export function Empty({
  title,
  action,
  children,
  level = 'h2',
  className,
}: {
  title: ReactNode
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
      {action}
    </div>
  )
}
