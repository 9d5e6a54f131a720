import { Link } from 'react-router-dom'
import type { ReactNode } from 'react'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths, withQuery } from '#ui/paths.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/shop/info.ts'

export function InfoPage({
  title,
  heading = title,
  lead,
  children,
}: {
  title: string
  heading?: string
  lead?: ReactNode
  children: ReactNode
}) {
  usePageTitle(title)
  return (
    <div className="wrap pt-6 desk:pt-10">
      <h1 className="head-5">{heading}</h1>
      {lead && <p className="mt-3 max-w-[60ch] text-muted">{lead}</p>}
      <div className="mt-8">{children}</div>
    </div>
  )
}

/** Shows a section of text. Line breaks in `text` separate paragraphs. */
export function InfoSection({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <section className="border-t border-rule py-5 first:border-t-2 first:border-rule-strong desk:grid desk:grid-cols-[248px_minmax(0,1fr)] desk:gap-x-10 desk:py-6">
      <h2 className="mb-2 head-4">{title}</h2>
      <div className="grid max-w-[68ch] content-start gap-3">
        {text?.split('\n').map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {children}
      </div>
    </section>
  )
}

export const topics = ['general', 'booking', 'payment', 'ticket', 'refund', 'account', 'privacy'] as const
export type Topic = (typeof topics)[number]

export function WriteToUs({ topic }: { topic: Topic }) {
  return (
    <Link className="link justify-self-start" to={withQuery(paths.contact, { topic })}>
      {t('info.support.write')}
    </Link>
  )
}
