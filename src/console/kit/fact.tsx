import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { classes } from '#ui/controls/classes.ts'
import { toast } from '#ui/toast.tsx'
import { useOpens } from '../shell/page-roles.ts'

/** Shows a label with its value, inside a <dl>. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[108px_minmax(0,1fr)] items-baseline gap-x-3 border-t border-rule pt-[9px] pb-[7px]">
      <dt className="text-2 text-muted">{label}</dt>
      <dd className="break-words tabular-nums">{children}</dd>
    </div>
  )
}

/** Shows a number with its label below, inside a <dl>. */
export function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="border-t border-rule pt-2">
      <dd className="figure head-5">{value}</dd>
      <dt className="text-2 text-muted">{label}</dt>
    </div>
  )
}

export interface FigureTile {
  label: string
  /** Of the rows behind the figure. */
  to: string
  /** Undefined while it is loading. */
  value: string | undefined
  remark?: ReactNode
}

/** Shows large figures beside each other, four a row where there is room, each a link to the rows behind it for those who may open them. */
export function FigureTiles({
  figures,
  busy = false,
  className,
}: {
  figures: readonly FigureTile[]
  busy?: boolean
  className?: string
}) {
  const opens = useOpens()
  return (
    <dl
      aria-busy={busy}
      className={classes('grid grid-cols-2 border-t-2 border-rule-strong desk:grid-cols-4', className)}
    >
      {figures.map(({ label, to, value, remark }, index) => (
        <div
          key={label}
          className={classes(
            'relative flex flex-col border-b border-rule py-3 pr-3 desk:px-4 desk:py-3.5',
            index % 2 === 1 && 'border-l pl-4',
            index % 4 === 0 ? 'desk:pl-0' : 'desk:border-l',
          )}
        >
          <dt className="order-1 text-2 leading-5">
            {opens(to) ? (
              <Link to={to} className="after:absolute after:inset-0 hover:underline">
                {label}
              </Link>
            ) : (
              label
            )}
          </dt>
          <dd className="figure text-5 leading-9 tracking-[-0.01em] desk:text-[2.5rem] desk:leading-11">
            {value ?? <span className="invisible">0</span>}
          </dd>
          {remark ? <dd className="order-2 text-1 text-muted">{remark}</dd> : null}
        </div>
      ))}
    </dl>
  )
}

/** Copies, and says so or what to do instead. Never rejects. */
export async function copyText(
  text: string,
  done = 'Copied',
  refused = 'This browser does not let the page copy. Select the text and copy it.',
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(done)
  } catch {
    toast.error(refused)
  }
}

/** Copies a text at a press. `what` completes 'Copy …'. */
export function CopyText({ text, what, children }: { text: string; what: string; children?: ReactNode }) {
  return (
    <>
      <span className="break-all">{children ?? text}</span>{' '}
      <button type="button" className="link ml-1 min-h-6 text-2" onClick={() => void copyText(text)}>
        Copy<span className="sr-only"> {what}</span>
      </button>
    </>
  )
}
