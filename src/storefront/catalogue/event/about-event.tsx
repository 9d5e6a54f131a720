import { Suspense, lazy, type ReactNode } from 'react'
import { ConcertTime } from '#account/concert-time.tsx'
import type { EventAbout } from '#shop/catalogue/about/event-about.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/shop/concert.ts'
import { EventFacts, EventPart } from './event-information.tsx'

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

/** Shows what the event says about itself. A cancelled one no longer says when its doors open. */
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
        <EventPart title={t('concert.about')}>
          <Text text={about.description} />
        </EventPart>
      )}
      {(facts.length > 0 || about.rules !== null) && (
        <EventPart title={t('concert.facts')}>
          {facts.length > 0 && <EventFacts facts={facts} />}
          {about.rules !== null && (
            <div className="border-t border-rule pt-3">
              <h3 className="mb-1 text-2 text-muted">{t('concert.rules')}</h3>
              <Text text={about.rules} />
            </div>
          )}
        </EventPart>
      )}
    </>
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
