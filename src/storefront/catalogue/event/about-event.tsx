import type { ReactNode } from 'react'
import { ConcertTime } from '#account/concert-time.tsx'
import type { EventAbout } from '#shop/catalogue/about/event-about.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/shop/concert.ts'
import { EventFacts, EventPart, Text } from './event-information.tsx'

/** Shows the times and rules of an event. A cancelled one no longer says when it ends. */
export function AboutEvent({ about, cancelled }: { about: EventAbout; cancelled: boolean }): ReactNode {
  const facts: [label: string, text: ReactNode][] = []
  if (about.endsAt && !cancelled) facts.push([t('concert.ends'), <ConcertTime key="ends" at={about.endsAt} />])
  if (about.sungIn.length > 0) facts.push([t('concert.sungIn'), about.sungIn.join(', ')])
  if (about.minimumAge !== null) facts.push([t('concert.age'), t('concert.age.text', { n: about.minimumAge })])
  if (facts.length === 0 && about.rules === null) return null
  return (
    <EventPart title={t('concert.facts')}>
      {facts.length > 0 && <EventFacts facts={facts} />}
      {about.rules !== null && (
        <div className="max-w-[62ch] border-t border-rule pt-3 pb-3">
          <h3 className="mb-1 text-2 text-muted">{t('concert.rules')}</h3>
          <Text text={about.rules} />
        </div>
      )}
    </EventPart>
  )
}
