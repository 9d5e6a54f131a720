import { Suspense, lazy, useId, useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { EventAbout } from '#shop/catalogue/about/event-about.ts'
import type { CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { Button } from '#ui/controls/button.tsx'
import { classes } from '#ui/controls/classes.ts'
import { t } from '#ui/messages/messages.ts'
import { paths } from '#ui/paths.ts'

/** The words as they were typed, when the code that draws them cannot be loaded. */
const EventText = lazy(() =>
  import('#ui/display/event-text.tsx').then(
    (part) => ({ default: part.EventText }),
    () => ({ default: PlainText }),
  ),
)

function PlainText({ text }: { text: string }) {
  return <p className="wrap-anywhere whitespace-pre-line">{text}</p>
}

/** Signs that only Markdown's code draws: a text without them needs none. */
const MARKED = /[*_#[\]\\`~>|&\n]|^\s*(?:[-+]|\d+[.)])\s/

/** Draws what staff wrote in Markdown. */
export function Text({ text }: { text: string }) {
  if (!MARKED.test(text)) return <PlainText text={text} />
  return (
    <Suspense fallback={<PlainText text={text} />}>
      <EventText text={text} />
    </Suspense>
  )
}

/** Characters of a text that is shown whole at once. */
const SHORT_TEXT = 320

/** Shows what a concert is, who plays and where one hears them, above its tickets: a long text folded, so that these stay near. */
export function EventWords({
  about: { description, lineUp, listenUrl },
}: {
  about: Pick<EventAbout, 'description' | 'lineUp' | 'listenUrl'>
}) {
  const folds = (description?.length ?? 0) > SHORT_TEXT
  const [open, setOpen] = useState(false)
  if (description === null && lineUp.length === 0 && !listenUrl) return null
  return (
    <section aria-label={t('event.about')} className="mt-5 max-w-[62ch]">
      {description !== null && (
        <div className={classes(folds && !open && 'max-h-[6lh] overflow-hidden mask-b-from-60%')}>
          <Text text={description} />
        </div>
      )}
      {folds && (
        <Button kind="bare" small aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'event.about.less' : 'event.about.more')}
        </Button>
      )}
      {lineUp.length > 0 && (
        <ul aria-label={t('event.lineUp')} className="mt-3 flex flex-wrap gap-x-4 text-2 font-strong">
          {lineUp.map((name, at) => (
            // oxlint-disable-next-line no-array-index-key -- the same name may come twice
            <li key={at} className="wrap-anywhere">
              {name}
            </li>
          ))}
        </ul>
      )}
      {listenUrl && (
        <a
          href={listenUrl}
          target="_blank"
          rel="noopener nofollow"
          className="link mt-3 inline-flex min-h-11 items-center"
        >
          {t('event.listen', { site: new URL(listenUrl).hostname.replace(/^(www|m)[.]/, '') })}
        </a>
      )}
    </section>
  )
}

const facts = ['arrive', 'bring'] as const

/** Shows an event's rules: a cancelled concert shows only those of refunds. */
export function EventInformation({ event }: { event: Pick<CatalogueEvent, 'status' | 'screenOnly'> }) {
  const shown = event.status === 'cancelled' ? [] : facts
  const refunds = (
    <Link to={paths.refund} className="link">
      {t('event.info.refunds')}
    </Link>
  )
  return (
    <EventPart title={t('event.info')} className="below-fold">
      <EventFacts
        facts={[
          ...shown.map(
            (fact) =>
              [
                t(`event.info.${fact}`),
                t(fact === 'bring' && event.screenOnly ? 'event.info.bring.onePhone' : `event.info.${fact}.text`),
              ] as const,
          ),
          [refunds, t('event.info.refunds.text')],
        ]}
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

export function EventFacts({ facts: rows }: { facts: readonly (readonly [name: ReactNode, text: ReactNode])[] }) {
  return (
    <dl className="rows">
      {rows.map(([name, text], at) => (
        // oxlint-disable-next-line no-array-index-key -- rows never move
        <div key={at} className="grid grid-cols-[84px_1fr] gap-3 pt-[9px] pb-2 desk:grid-cols-[120px_1fr]">
          <dt className="text-2 leading-6 text-muted">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
