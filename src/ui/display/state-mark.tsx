import type { ReactNode } from 'react'
import { classes } from '../controls/classes.ts'

/** ok: disc · warn: diamond (pending, few) · bad: cross · off: ring (sold out) · info: half disc */
export type StateKind = 'ok' | 'warn' | 'bad' | 'off' | 'info'

const tints: Record<StateKind, string> = {
  ok: 'text-ok',
  warn: 'text-warn',
  bad: 'text-bad',
  off: 'text-muted',
  info: 'text-info',
}
const grounds: Record<StateKind, string> = {
  ok: 'bg-ok-soft',
  warn: 'bg-warn-soft',
  bad: 'bg-bad-soft',
  off: 'bg-sunk',
  info: 'bg-info-soft',
}
const marks: Record<StateKind, ReactNode> = {
  ok: <circle cx="4.5" cy="4.5" r="4.5" fill="currentColor" />,
  warn: <path d="M4.5 0 9 4.5 4.5 9 0 4.5z" fill="currentColor" />,
  bad: <path d="m1 1 7 7M8 1 1 8" stroke="currentColor" strokeWidth="1.8" />,
  off: <circle cx="4.5" cy="4.5" r="3.7" fill="none" stroke="currentColor" strokeWidth="1.6" />,
  info: (
    <>
      <circle cx="4.5" cy="4.5" r="3.7" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <path d="M4.5 1a3.5 3.5 0 0 0 0 7z" fill="currentColor" />
    </>
  ),
}

export function StateMark({
  kind,
  tag,
  children,
  className,
}: {
  kind: StateKind
  tag?: boolean
  children: ReactNode
  className?: string
}) {
  return (
    <span
      className={classes(
        'inline-flex items-center gap-[7px] desk:whitespace-nowrap',
        tints[kind],
        tag ? classes('rounded-seat px-2 pt-[3px] pb-0.5 text-1 font-strong', grounds[kind]) : 'text-2 leading-5',
        className,
      )}
    >
      <svg viewBox="0 0 9 9" className="-mt-0.5 size-[9px] flex-none" aria-hidden="true">
        {marks[kind]}
      </svg>
      {children}
    </span>
  )
}
