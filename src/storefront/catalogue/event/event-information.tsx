import { useId } from 'react'
import type { CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { t } from '#ui/messages/messages.ts'

const facts = ['arrive', 'bring', 'seats', 'refunds'] as const

/** A cancelled concert shows only the refund rules. */
export function EventInformation({ event }: { event: Pick<CatalogueEvent, 'status' | 'screenOnly'> }) {
  const id = useId()
  const shown = event.status === 'cancelled' ? (['refunds'] as const) : facts
  return (
    <section aria-labelledby={id} className="below-fold mt-10">
      <div className="section-head pb-1!">
        <h2 id={id} className="head-4">
          {t('event.info')}
        </h2>
      </div>
      <dl className="rows">
        {shown.map((fact) => (
          <div key={fact} className="grid grid-cols-[84px_1fr] gap-3 pt-[9px] pb-2 desk:grid-cols-[120px_1fr]">
            <dt className="text-2 leading-6 text-muted">{t(`event.info.${fact}`)}</dt>
            <dd>{t(fact === 'bring' && event.screenOnly ? 'event.info.bring.onePhone' : `event.info.${fact}.text`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
