import type { ComponentProps } from 'react'
import { classes } from '../controls/classes.ts'

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
