import type { ComponentProps, ReactNode } from 'react'
import { classes } from '../controls/classes.ts'

export function Table({
  caption,
  head,
  children,
  className,
}: {
  caption: string
  head: ReactNode
  children: ReactNode
  className?: string
}) {
  return (
    <div className={classes('overflow-x-auto', className)}>
      <table className="w-full border-collapse text-2">
        <caption className="sr-only">{caption}</caption>
        <thead>{head}</thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

interface CellLook {
  number?: boolean
  deskOnly?: boolean
}

const end = 'first:pl-0 last:pr-0 pr-3'

export function HeadCell({ number, deskOnly, className, ...rest }: CellLook & ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      {...rest}
      className={classes(
        'border-b border-rule-strong pt-2 pb-1.5 text-1 font-strong whitespace-nowrap text-muted',
        end,
        number ? 'text-right' : 'text-left',
        deskOnly && 'max-desk:hidden',
        className,
      )}
    />
  )
}

export function Cell({ number, deskOnly, className, ...rest }: CellLook & ComponentProps<'td'>) {
  return (
    <td
      {...rest}
      className={classes(
        'border-b border-rule pt-2.5 pb-2 align-top tabular-nums',
        end,
        number && 'text-right whitespace-nowrap',
        deskOnly && 'max-desk:hidden',
        className,
      )}
    />
  )
}
