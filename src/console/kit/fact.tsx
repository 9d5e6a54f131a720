import type { ReactNode } from 'react'
import { toast } from '#ui/toast.tsx'

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
