import type { ReactNode } from 'react'

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
