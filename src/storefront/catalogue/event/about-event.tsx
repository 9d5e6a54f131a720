import { Suspense, lazy, useId, type ReactNode } from 'react'
import { ConcertTime } from '#account/concert-time.tsx'
import type { EventAbout } from '#shop/catalogue/about/event-about.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/shop/concert.ts'

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

/** What the event says about itself. A cancelled one no longer says when its doors open. */
export function AboutEvent({ about, cancelled }: { about: EventAbout; cancelled: boolean }): ReactNode {
  const facts: [label: string, text: ReactNode][] = []
  if (about.doorsAt && !cancelled) facts.push([t('concert.doors'), <ConcertTime key="doors" at={about.doorsAt} />])
  if (about.endsAt && !cancelled) facts.push([t('concert.ends'), <ConcertTime key="ends" at={about.endsAt} />])
  if (about.lineUp.length > 0) facts.push([t('concert.lineUp'), <Names key="lineUp" names={about.lineUp} />])
  if (about.sungIn.length > 0) facts.push([t('concert.sungIn'), about.sungIn.join(', ')])
  if (about.minimumAge !== null) facts.push([t('concert.age'), t('concert.age.text', { n: about.minimumAge })])
  return (
    <>
      {about.description !== null && (
        <Part title={t('concert.about')}>
          <Text text={about.description} />
        </Part>
      )}
      {(facts.length > 0 || about.rules !== null) && (
        <Part title={t('concert.facts')}>
          {facts.length > 0 && (
            <dl className="rows">
              {facts.map(([label, text]) => (
                <div key={label} className={row}>
                  <dt className="text-2 leading-6 text-muted">{label}</dt>
                  <dd className="min-w-0 wrap-anywhere">{text}</dd>
                </div>
              ))}
            </dl>
          )}
          {about.rules !== null && (
            <div className="border-t border-rule pt-3">
              <h3 className="mb-1 text-2 text-muted">{t('concert.rules')}</h3>
              <Text text={about.rules} />
            </div>
          )}
        </Part>
      )}
    </>
  )
}

const row = 'grid grid-cols-[84px_1fr] gap-3 pt-[9px] pb-2 desk:grid-cols-[120px_1fr]'

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-10">
      <div className="section-head pb-1!">
        <h2 id={id} className="head-4">
          {title}
        </h2>
      </div>
      {children}
    </section>
  )
}

function Text({ text }: { text: string }) {
  return (
    <div className="max-w-[62ch] pt-2 pb-3">
      <Suspense fallback={<PlainText text={text} />}>
        <EventText text={text} />
      </Suspense>
    </div>
  )
}

function Names({ names }: { names: readonly string[] }) {
  return (
    <ul>
      {names.map((name, at) => (
        // oxlint-disable-next-line no-array-index-key -- the same name may come twice
        <li key={at}>{name}</li>
      ))}
    </ul>
  )
}
