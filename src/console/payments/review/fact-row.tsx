import type { ReactNode } from 'react'

/** A label, its value and the result of a check, inside a <dl>. */
export function Check({ label, value, children }: { label: string; value: ReactNode; children?: ReactNode }) {
  return (
    <div className="grid grid-cols-[92px_minmax(0,1fr)] items-baseline gap-x-3 border-t border-rule pt-[9px] pb-[7px] desk:grid-cols-[92px_minmax(0,1fr)_auto]">
      <dt className="text-2 text-muted">{label}</dt>
      <dd className="font-strong tabular-nums">{value}</dd>
      {children ? <dd className="max-desk:col-start-2">{children}</dd> : null}
    </div>
  )
}
