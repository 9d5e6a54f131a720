import { useId, type ReactNode } from 'react'
import type { CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { classes } from '#ui/controls/classes.ts'
import { t } from '#ui/messages/messages.ts'

const facts = ['arrive', 'bring', 'seats', 'refunds'] as const

/** Shows an event's rules: a cancelled concert shows only those of refunds. */
export function EventInformation({ event }: { event: Pick<CatalogueEvent, 'status' | 'screenOnly'> }) {
  const shown = event.status === 'cancelled' ? (['refunds'] as const) : facts
  return (
    <EventPart title={t('event.info')} className="below-fold">
      <EventFacts
        facts={shown.map((fact) => [
          t(`event.info.${fact}`),
          t(fact === 'bring' && event.screenOnly ? 'event.info.bring.onePhone' : `event.info.${fact}.text`),
        ])}
      />
    </EventPart>
  )
}

export function EventPart({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes('mt-10', className)}>
      <div className="section-head pb-1!">
        <h2 id={id} className="head-4">
          {title}
        </h2>
      </div>
      {children}
    </section>
  )
}

export function EventFacts({ facts: rows }: { facts: readonly (readonly [name: string, text: ReactNode])[] }) {
  return (
    <dl className="rows">
      {rows.map(([name, text]) => (
        <div key={name} className="grid grid-cols-[84px_1fr] gap-3 pt-[9px] pb-2 desk:grid-cols-[120px_1fr]">
          <dt className="text-2 leading-6 text-muted">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
