import type { ReactNode } from 'react'

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[120px_minmax(0,1fr)] gap-3 border-rule pt-2.5 pb-2 not-first:border-t">
      <dt className="text-2 leading-6 wrap-anywhere text-muted">{name}</dt>
      <dd className="wrap-anywhere tabular-nums">{children}</dd>
    </div>
  )
}

export function PageSection({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  return (
    <section className="border-t border-rule py-5 first:border-t-2 first:border-rule-strong desk:grid desk:grid-cols-[248px_minmax(0,1fr)] desk:gap-x-10 desk:py-6">
      <h2 className="mb-2 head-4">{title}</h2>
      <div className="grid max-w-[480px] content-start gap-4">
        {text && <p className="text-2 text-muted">{text}</p>}
        {children}
      </div>
    </section>
  )
}
