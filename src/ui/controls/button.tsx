import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'

/** lit: the page's one next step · solid: equal choices, form submits · line: secondary · bare: text · no: destructive */
export type ButtonKind = 'lit' | 'solid' | 'line' | 'bare' | 'no'

interface Look {
  kind?: ButtonKind
  small?: boolean
  wide?: boolean
  value?: ReactNode
  arrow?: boolean
}

const kinds: Record<ButtonKind, string> = {
  lit: 'border-transparent bg-accent text-accent-ink hover:bg-accent-hover active:bg-accent-press',
  solid: 'border-transparent bg-ink text-surface',
  line: 'border-control hover:border-ink',
  bare: 'border-transparent px-0! underline decoration-control decoration-1 underline-offset-4 hover:decoration-current',
  no: 'border-current text-bad',
}

/** Dresses elements other than <button> and route links (mailto, upi:, download) as a button. */
export function buttonClasses({ kind = 'solid', small, wide }: Look, className?: string): string {
  return classes(
    'inline-flex cursor-pointer items-center gap-3 rounded-control border font-strong whitespace-nowrap',
    'pt-0.5 leading-tight no-underline transition-colors duration-(--t-tap) select-none',
    'disabled:cursor-not-allowed disabled:border-transparent disabled:bg-sunk disabled:text-muted disabled:no-underline',
    small ? 'min-h-10 px-3.5 text-2' : 'min-h-12 px-5 text-3',
    wide ? 'w-full justify-between max-desk:flex-wrap max-desk:px-4 max-desk:whitespace-normal!' : 'justify-center',
    kinds[kind],
    className,
  )
}

function Inside({ children, value, arrow }: { children: ReactNode; value?: ReactNode; arrow?: boolean }) {
  return (
    <>
      <span>{children}</span>
      {value !== undefined && <span className="tabular-nums">{value}</span>}
      {arrow && <Icon name="arrow" className="-mt-0.5" />}
    </>
  )
}

export interface ButtonProps extends Look, Omit<ComponentProps<'button'>, 'value'> {
  /** While true a press does nothing and `busyLabel` is shown; the button keeps its size and the focus. */
  busy?: boolean
  busyLabel?: ReactNode
}

export function Button(props: ButtonProps) {
  const {
    kind,
    small,
    wide,
    value,
    arrow,
    busy = false,
    busyLabel,
    className,
    children,
    onClick,
    type,
    ...rest
  } = props
  return (
    <button
      type={type ?? 'button'}
      {...rest}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={buttonClasses({ kind, small, wide }, classes(busy && 'cursor-progress!', className))}
    >
      {busy && busyLabel !== undefined ? (
        <span className="grid">
          <span className="invisible col-start-1 row-start-1" aria-hidden="true">
            {children}
          </span>
          <span className="col-start-1 row-start-1">{busyLabel}</span>
        </span>
      ) : (
        <Inside value={value} arrow={arrow}>
          {children}
        </Inside>
      )}
    </button>
  )
}

export interface ButtonLinkProps extends Look, Omit<ComponentProps<typeof Link>, 'value'> {}

export function ButtonLink({ kind, small, wide, value, arrow, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={buttonClasses({ kind, small, wide }, className)}>
      <Inside value={value} arrow={arrow}>
        {children}
      </Inside>
    </Link>
  )
}

export function IconButton({
  label,
  className,
  children,
  type,
  ...rest
}: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type={type ?? 'button'}
      {...rest}
      aria-label={label}
      className={classes(
        'relative grid size-11 flex-none cursor-pointer place-items-center rounded-control disabled:cursor-not-allowed disabled:text-control',
        className,
      )}
    >
      {children}
    </button>
  )
}
