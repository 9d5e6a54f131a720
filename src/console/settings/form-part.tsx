import type { ReactNode } from 'react'

export function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="head-4">{title}</legend>
      <p className="mt-1 text-2 text-muted">{text}</p>
      <div className="mt-3 grid gap-x-8 gap-y-4 desk:grid-cols-2">{children}</div>
    </fieldset>
  )
}
