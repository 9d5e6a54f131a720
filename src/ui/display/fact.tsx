import type { ReactNode } from 'react'

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[120px_minmax(0,1fr)] gap-3 border-rule pt-2.5 pb-2 not-first:border-t">
      <dt className="text-2 leading-6 wrap-anywhere text-muted">{name}</dt>
      <dd className="wrap-anywhere tabular-nums">{children}</dd>
    </div>
  )
}
