import type { ReactNode } from 'react'

/** A label with its value, inside a <dl>. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[108px_minmax(0,1fr)] items-baseline gap-x-3 border-t border-rule pt-[9px] pb-[7px]">
      <dt className="text-2 text-muted">{label}</dt>
      <dd className="break-words tabular-nums">{children}</dd>
    </div>
  )
}

/** A number with its label below, inside a <dl>. */
export function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="border-t border-rule pt-2">
      <dd className="figure head-5">{value}</dd>
      <dt className="text-2 text-muted">{label}</dt>
    </div>
  )
}
