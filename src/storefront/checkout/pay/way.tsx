import type { ReactNode } from 'react'

export const WAY =
  'grid grid-cols-[minmax(0,1fr)] content-start gap-2.5 not-last:border-b not-last:border-rule desk:border-b-0! desk:px-5 desk:py-3.5 desk:not-last:border-r desk:first:pl-0 desk:last:pr-0 max-desk:not-first:pt-3.5 max-desk:not-last:pb-3.5'

/** Draws one of several ways to pay. */
export function Way({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <li className={WAY}>
      <h3 className="head-4">{title}</h3>
      {text && <p className="text-2 text-muted">{text}</p>}
      {children}
    </li>
  )
}
